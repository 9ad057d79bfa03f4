"""The Dice tab: nets, icons, why, and the chances below."""
