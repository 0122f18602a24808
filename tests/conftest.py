"""Tests find the naive oracles as `oracles.NAME`, wherever pytest is started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
