"""The looks: colours, fonts, distances, icons, the style sheet, motion. This room knows shipped files and no widget."""
