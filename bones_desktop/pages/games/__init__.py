"""Pages that the smaller games share. They know games only through `rules.games` and the texts of their ids."""
