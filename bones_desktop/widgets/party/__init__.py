"""The party at a glance: every member as a card that can be read across a table.

It shows values, never files, and may use the rooms of dice, charts and texts.
"""
