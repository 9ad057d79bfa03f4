"""The animated dice tray."""
