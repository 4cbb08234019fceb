"""Contests in Discord: drafts, posts, jobs, and how people play."""
