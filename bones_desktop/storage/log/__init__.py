"""The log of rolls: one SQLite file with rolls, scenes and evenings."""
