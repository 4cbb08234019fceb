"""The gateway: the WebSocket over which a bot hears what happens."""
