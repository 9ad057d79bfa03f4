"""Start and end of the program: the first frame, the parts put together, the pages made, the last save."""
