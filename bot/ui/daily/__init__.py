"""Daily puzzles in Discord: setups, posts, jobs, and how people play."""
