"""Small widgets that show values and know no document."""
