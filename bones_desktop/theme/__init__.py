"""How things look: colours, type, distances, icons, the style sheet, motion. It knows shipped files and no widget."""
