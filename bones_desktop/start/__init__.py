"""From the first frame to the last save: the program put together, its pages made, and its end."""
