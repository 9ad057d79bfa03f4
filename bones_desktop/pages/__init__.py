"""The pages of the window, one folder for each. A page gets its data from the desk and does not use other pages."""
