"""A local stand-in for Discord: the part of its API that a slash-command bot uses, and a page."""
