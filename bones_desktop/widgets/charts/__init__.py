"""Charts and tables of chances. Shows values and knows no document."""
