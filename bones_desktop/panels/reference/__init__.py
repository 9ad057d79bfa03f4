"""Legend of icons, masteries and difficulties."""
