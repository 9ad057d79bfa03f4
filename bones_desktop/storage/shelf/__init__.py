"""The folder of characters and the index that makes it quick."""
