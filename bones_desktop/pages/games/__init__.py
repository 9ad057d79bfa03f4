"""The pages that the smaller games share. Nothing here knows a game but by `rules.games` and the words of its ids."""
