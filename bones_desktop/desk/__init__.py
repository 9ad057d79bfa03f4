"""Parts that all pages share: window, documents, settings, notices, navigation, and the log keeper.

This package does not use any page.
"""
