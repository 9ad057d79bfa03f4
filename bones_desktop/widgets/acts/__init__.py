"""One form for any act of `rules.acts`, and its fields. This package may use all other packages of widgets."""
