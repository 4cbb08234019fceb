"""Commands about the server and the bot itself: settings, privacy, help."""
