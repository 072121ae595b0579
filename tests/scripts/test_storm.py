"""A minute of the storm: parts die under two desks, and nothing that was confirmed is lost.

The whole of it is `make storm`; how fast it goes on a busy machine is no matter here.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.full
def test_nothing_confirmed_is_lost_while_every_part_dies_once() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.storm", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    out = done.stdout + done.stderr
    assert done.returncode == 0, out[-6000:]
    found = re.search(
        r"(\d+) confirmed results, (\d+) rounds, (\d+) papers: 0 lost, 0 doubled", out
    )
    assert found is not None, out
    assert int(found[1]) > 0 and int(found[2]) > 0
    assert "0 half rounds, 0 stuck, 0 failed" in out
    assert "standings equal" in out
