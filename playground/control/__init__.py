"""The playground's own API, under /playground: what its page sees and does."""

from playground.control.routes import Control

__all__ = ["Control"]
