"""The Reference page: the rules and tables of the game, by section or by search.

It shows the rulebook and imports neither document nor storage.
"""
