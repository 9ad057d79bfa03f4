"""Parts of the Table page that all games share: the tray, the explanation of a roll, and buttons for what follows."""
