"""Ratings and norms by the rule books, from a case file to an answer, both JSON.

python -m ratings rate FILE.json
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ratings import reading, writing
from ratings.cases import Case, load
from ratings.errors import RatingError
from ratings.norms.cases import answers
from ratings.period import rate


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ratings", description="Answers a case file in JSON with JSON."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, told) in COMMANDS.items():
        command = commands.add_parser(name, help=told)
        command.add_argument("file", metavar="FILE.json", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        answer = COMMANDS[chosen.command][0](load(chosen.file))
    except OSError as error:
        print(f"{chosen.file}: {error.strerror}", file=sys.stderr)
        return 2
    except RatingError as error:
        print(f"{chosen.file}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(answer, ensure_ascii=False))
    return 0


def _rate(case: Case) -> dict[str, Any]:
    period = reading.period_of(case)
    return writing.answer(period, rate(period))


COMMANDS = {
    "rate": (_rate, "new ratings of a period, with every step (B.02)"),
    "norms": (answers, "title norms of an event, and what is still possible (B.01)"),
}

if __name__ == "__main__":
    sys.exit(main())
