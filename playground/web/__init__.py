"""What the server serves besides its two APIs: the gateway and files; and the origin check."""
