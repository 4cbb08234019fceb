"""Hard lists for wordsnakes: words over two letters, with the best snakes and bounds known."""
