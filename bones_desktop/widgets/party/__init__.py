"""The party at a glance: each member as a card that can be read across a table.

It shows values and reads no files. It may use the packages for dice, charts and texts.
"""
