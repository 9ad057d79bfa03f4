"""Reading the shipped rulebook into the values that the rules use.

It reads shipped files only and writes none.
"""
