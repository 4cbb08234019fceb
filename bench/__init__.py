"""Side-by-side timings against the peers that a user might pick instead: `make bench`."""
