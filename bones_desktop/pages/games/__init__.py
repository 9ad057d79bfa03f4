"""Pages that the smaller games share. They use games only through `rules.games` and the texts for ids."""
