"""Equipment dice: the list of those carried, and making one by hand."""
