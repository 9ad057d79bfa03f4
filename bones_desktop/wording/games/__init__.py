"""Names and sentences of the smaller games, one module each."""
