"""The Reference page: the rules and tables of the game and the guides of all games, by section or by search.

It shows what the rulebook says and keeps nothing itself.
"""
