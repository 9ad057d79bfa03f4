"""Charts and tables of chances.

Charts and tables show values passed to them and do not import documents. This package uses the packages for lists and
texts.
"""
