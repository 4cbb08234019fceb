"""Discord's client: what a person can do in it, and what it refuses to send."""
