"""Files in general: safe writing, JSON, schema numbers, folders, versions, undo histories and settings.

The bottom room of storage: it knows characters, and nothing of the log, the shelf or campaigns.
"""
