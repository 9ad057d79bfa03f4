"""The Table page: the request, the roll, its reading, and dice entered by hand."""
