"""Packs of house content: their files and their folder."""
