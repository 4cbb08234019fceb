"""A local stand-in for Discord: the part of its API that a slash-command bot uses, and a page."""

from playground.errors import Refused
from playground.exchange import Exchange, NoAnswerError, Post
from playground.faults import Fault
from playground.harness import Harness, Person
from playground.server import Playground, serve

__all__ = [
    "Exchange",
    "Fault",
    "Harness",
    "NoAnswerError",
    "Person",
    "Playground",
    "Post",
    "Refused",
    "serve",
]
