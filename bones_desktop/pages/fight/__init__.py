"""The Fight page, and the odds of a fight."""
