"""The shared rules package: pure, typed, immutable values in and out."""
