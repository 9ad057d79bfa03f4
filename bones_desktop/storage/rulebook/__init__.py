"""Reading the shipped rulebook into the values that the rules use."""
