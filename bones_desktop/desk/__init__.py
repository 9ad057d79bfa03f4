"""The parts that pages share: window, documents, settings, notices, navigation, keeper of the log. It knows no page."""
