"""`python -m controller` is `hanoi`."""

import sys

from controller.cli import main

sys.exit(main())
