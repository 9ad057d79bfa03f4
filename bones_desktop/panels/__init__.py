"""One folder a panel; none imports another."""
