"""The main window: pages made of panels, what surrounds them, and the start that joins all.

The top of the program: it may use every other package, and only `main` uses it.
"""
