"""The Story tab: who the character is, and its gear, magic and followers.

It uses no other tab.
"""
