"""The smaller games on disk: the files of their characters, and the tables they read.

A game has one module here; `games.SMALL_GAMES` lists them. BONES has its files in `files` and its tables in `rulebook`.
"""
