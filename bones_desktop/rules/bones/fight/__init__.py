"""Fights: how faces may be used in them, exchanges of blows, and the odds of a round and of a whole fight."""
