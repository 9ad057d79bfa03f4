"""The Reference page: what can be looked up in the game, by section or by words searched for.

It shows the rulebook and knows neither document nor storage.
"""
