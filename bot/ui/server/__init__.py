"""Slash commands, one file each: parse, call, present. A new file here is found by itself."""
