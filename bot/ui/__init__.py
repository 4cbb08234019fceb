"""Everything that touches Discord: a core, and a folder for each feature."""
