"""The engine of the table: dice of an evening, what is kept of throws and what is owed for them; no widgets.

It knows neither panels nor the window, QtCore at most, and no game: each game's part is a folder in here.
"""
