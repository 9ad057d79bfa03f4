"""Pages laid out from a sheet, drawn by one painter for screen, printer and PDF."""
