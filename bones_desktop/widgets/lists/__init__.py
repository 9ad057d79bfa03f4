"""Lists and tables of lines: one value type for lines, with model, delegate and view.

They show texts as given and may use the packages for dice and texts.
"""
