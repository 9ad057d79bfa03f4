"""The main window and everything around it."""
