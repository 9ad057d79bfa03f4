"""Fights: how faces may be used in them, exchanges of blows, and the odds of a round and of a whole fight.

Built on the rooms below it, of which it uses book and reading; it changes no character.
"""
