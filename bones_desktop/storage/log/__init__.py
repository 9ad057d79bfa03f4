"""The log of the table: one SQLite file with throws, scenes and evenings."""
