"""The pages of the window that join panels: Table, Tracker, Sheet, and the odds of a fight.

They may use every room of the window but the start.
"""
