import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def place() -> Iterator[Path]:
    """For servers, which may run under another account: pytest keeps its own folders closed."""
    folder = Path(tempfile.mkdtemp(prefix="hakem-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
