"""The gateway: the WebSocket over which a bot receives events."""
