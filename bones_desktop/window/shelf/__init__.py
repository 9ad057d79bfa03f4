"""The Shelf page, and what is done with files of characters: new, open, import, versions."""
