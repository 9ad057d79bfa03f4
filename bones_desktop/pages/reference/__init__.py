"""The Reference page: rules and tables of the game and the guides of all games, by section or by search.

The page shows texts from the rulebook and stores nothing.
"""
