"""The Discord front end: parses what a player asks, has it solved, and shows the answer."""
