"""Start and end of the program: the first frame, the connection of all parts, the creation of pages, the last save."""
