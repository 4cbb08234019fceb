"""Discord's client: what a person can do there, and what it refuses to send."""
