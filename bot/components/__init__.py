"""Buttons and forms that outlive a restart. A new file here is found by itself."""
