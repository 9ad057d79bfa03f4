"""The pages of the window, one folder a page. A page takes what it needs from the desk and knows no other page."""
