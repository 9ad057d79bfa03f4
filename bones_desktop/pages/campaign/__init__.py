"""The Campaign page, the players' view, and earlier versions of a campaign."""
