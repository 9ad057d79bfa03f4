"""Starts and ends the program: shows the first frame, connects all parts, creates pages, and saves at the end."""
