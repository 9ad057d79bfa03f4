"""The pages of the window, one folder for each page. A page gets its data from the desk and knows no other page."""
