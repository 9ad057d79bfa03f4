"""Campaign files: reading, writing, their folder and their undo history.

It uses the room of files, and neither shelf nor packs.
"""
