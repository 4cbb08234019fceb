"""Discord's rules on what a bot may send, and what a person may type."""
