"""Results as a player sees them. Pure: no Discord is called, nothing is read or written."""
