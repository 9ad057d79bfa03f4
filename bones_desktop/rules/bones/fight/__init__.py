"""Fights: the use of faces, rounds of many, exchanges of blows, and the odds of a round and of a whole fight.

It uses the rooms book and reading, and changes no character.
"""
