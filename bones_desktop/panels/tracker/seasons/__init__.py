"""Actions between adventures, coins, assets and the diary of them."""
