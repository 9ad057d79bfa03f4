"""What every table shares: the open character of a game, its tray, and the reading of a roll with its acts."""
