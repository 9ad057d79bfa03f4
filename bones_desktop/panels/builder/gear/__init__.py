"""Equipment dice: the list of those carried, and making one by hand.

Of the other tabs it uses the palette and the clipboard of the Dice tab.
"""
