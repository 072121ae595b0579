"""`python -m pairing`: pair, check, generate, bench and schedule, with nothing else installed."""

import sys

from pairing.tools.cli import main

sys.exit(main())
