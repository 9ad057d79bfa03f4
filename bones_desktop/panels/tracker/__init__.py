"""What a character carries from one adventure to the next."""
