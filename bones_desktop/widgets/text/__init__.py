"""Words on the screen and typed into it: labels, tips, fields, banners, toasts."""
