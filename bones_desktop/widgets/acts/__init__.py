"""One form for any act of `rules.acts`, and its fields. They may use every other room of widgets."""
