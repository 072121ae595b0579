"""Templates, styles and scripts in one shape: written so, or with --check only looked at.

    python -m scripts.tidy [--check]

Templates are formatted by djangofmt (its settings stand in pyproject.toml), styles and scripts by
css- and jsbeautifier. What a formatter leaves too long is broken by hand: this says where.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cssbeautifier
import jsbeautifier

ROOT = Path(__file__).resolve().parent.parent
#: the longest line of each kind
LONGEST = {".html": 160, ".txt": 160, ".css": 120, ".js": 120}
FOLDERS = ("templates", "static")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail instead")
    check = parser.parse_args().check
    found = [*_templates(write=not check), *_unshaped(write=not check), *_too_long()]
    print("\n".join(found), end="\n" * bool(found))
    return 1 if found else 0


def _files(*kinds: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in kinds and path.parent.name != "fonts":  # a licence is not ours
                yield path


def _templates(*, write: bool) -> Iterator[str]:
    djangofmt = str(Path(sys.executable).with_name("djangofmt"))
    command = [djangofmt, "templates", *["--check"] * (not write)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if told.returncode:
        yield f"{told.stdout}{told.stderr}".strip()


def _unshaped(*, write: bool) -> Iterator[str]:
    for path in _files(".css", ".js"):
        text = path.read_text(encoding="utf-8")
        shaped = in_shape(text, style if path.suffix == ".css" else script)
        if shaped == text:
            continue
        if write:
            path.write_text(shaped, encoding="utf-8")
        else:
            yield f"{path.relative_to(ROOT)} would be formatted: make format"


def _too_long() -> Iterator[str]:
    for path in _files(*LONGEST):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > LONGEST[path.suffix]:
                yield f"{path.relative_to(ROOT)}:{number}: {len(line)} characters in a line"


def in_shape(text: str, shape: Callable[[str], str]) -> str:
    """Shaped until it stays as it is: what was broken once is sometimes broken further."""
    while (shaped := shape(text)) != text:
        text = shaped
    return text


def style(text: str) -> str:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.max_preserve_newlines = 2
    options.newline_between_rules = True
    options.space_around_combinator = True
    return str(cssbeautifier.beautify(text, options))


def script(text: str) -> str:
    options = jsbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.max_preserve_newlines = 2
    options.brace_style = "collapse,preserve-inline"
    options.operator_position = "preserve-newline"
    options.keep_array_indentation = True
    return str(jsbeautifier.beautify(text, options))


if __name__ == "__main__":
    sys.exit(main())
