"""Lists and tables of lines: one value type for lines, with model, delegate and view.

Lists and tables show texts as given. This package may use the packages for dice and texts.
"""
