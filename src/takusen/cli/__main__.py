"""`python -m takusen.cli`."""

import sys

from takusen.cli.main import main

sys.exit(main())
