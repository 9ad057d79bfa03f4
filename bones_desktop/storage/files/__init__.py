"""Files in general: safe writing, JSON, forms, folders, versions, undo histories and settings.

The bottom room of storage. Of the games only `characterfile`, `settings` and `plainvalues` (faces) know BONES.
"""
