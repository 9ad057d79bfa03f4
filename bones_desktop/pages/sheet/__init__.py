"""The Sheet page: the sheet as it is printed."""
