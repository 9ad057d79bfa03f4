"""What pages share: the window, documents, settings, notices, navigation, the keeper of the log. It knows no page."""
