"""Style, "Boundaries": the cores are plain Python and can be used where Django is not installed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: the only modules that may know Django
DOORS = {"apps.py"}

HIDDEN = ("django", "rest_framework", "celery", "config", "federation", "tournaments")

#: imports a module with Django hidden, as if it were not installed
LONELY_IMPORT = f"""
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {HIDDEN!r}:
            raise ModuleNotFoundError(f"{{name}} is hidden")

sys.meta_path.insert(0, Hidden())
for module in sys.argv[1:]:
    __import__(module)  # a fresh interpreter: nothing is loaded yet
"""


def modules_of(core: str) -> list[str]:
    paths = [
        path.relative_to(ROOT)
        for path in sorted((ROOT / core).rglob("*.py"))
        if path.name not in DOORS and "management" not in path.parts and path.name != "__main__.py"
    ]
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


@pytest.mark.parametrize("core", ["pairing", "ratings", "tiebreaks"])
def test_every_module_of_a_core_imports_with_django_hidden(core: str) -> None:
    modules = modules_of(core)
    assert core in modules

    done = subprocess.run(
        [sys.executable, "-c", LONELY_IMPORT, *modules], cwd=ROOT, capture_output=True, text=True
    )

    assert done.stderr == ""
    assert done.returncode == 0


def test_the_hiding_hides() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LONELY_IMPORT, "django"], cwd=ROOT, capture_output=True, text=True
    )

    assert done.stderr.strip().endswith("django is hidden")
