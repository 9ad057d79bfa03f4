"""The pages of the window that join panels: Table, Tracker, Sheet, and the odds of a fight."""
