"""Fights: the use of faces, rounds with many fighters, exchanges of blows, and the odds of a round and a whole fight.

It imports the packages book and reading, and changes no character.
"""
