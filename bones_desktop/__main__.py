"""Entry point of `python -m bones_desktop`."""

import sys

from bones_desktop.main import main

if __name__ == "__main__":
    sys.exit(main())
