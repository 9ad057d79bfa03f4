"""Files in general: safe writing, JSON, file formats, folders, versions, undo histories and settings.

The other packages of storage use this one. Only a few modules here know the rules of BONES: `characterfile`,
`sharedtext`, `settings` and, for faces, `plainjson`.
"""
