"""A local stand-in for Discord: the part of its API that a slash-command bot uses, and a page."""

from playground.harness import Exchange, Harness, Person
from playground.server import Playground, serve

__all__ = ["Exchange", "Harness", "Person", "Playground", "serve"]
