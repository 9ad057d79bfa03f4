"""Packs of house content: their files and their folder.

It uses the room of files, and neither shelf nor campaigns.
"""
