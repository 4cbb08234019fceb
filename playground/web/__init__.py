"""What the server answers apart from the two APIs: the gateway, files, and foreign websites."""
