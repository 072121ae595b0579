"""Adds up what FIDE's checklist costs by `docs/fide-checklist.md`, and looks for its tests.

    python -m scripts.checklist

Ends with 1 if a question has no answer, a test that is named does not exist, or something fails.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

TABLE = Path("docs/fide-checklist.md")
#: a wrong answer to one of these ends the verification
HARD_FAILS = frozenset(
    {
        *(2, 7, 19, 20, 21, 25, 30, 31, 33, 35, 40, 43, 45, 54, 56, 63, 64, 65, 68),
        *(70, 74, 79, 81, 83, 92, 93, 95, 103, 104, 105, 106, 109, 110),
        *(157, 159, 161, 162, 167, 169, 171, 172, 180, 181, 182, 183, 184, 186),
        *(189, 190, 191, 195, 196, 206, 220),
    }
)
#: not asked after the answers that are given
OFF_THE_PATH = frozenset(
    {
        *(3, 4, 5, 9, 13, 14, 15, 17, 18, 23, 38, 39, 41, 58, 59, 60, 61, 76, 77, 78, 86, 87, 88),
        *(97, 99, 108, 120, 122, 124, 125, 140, 149, 152, 201, 202, 224, 225),
    }
)
LAST = 225
_ROW = re.compile(r"\| ([0-9][0-9, -]*) \| ([^|]*) \| (.*) \| ([^|]*) \|")
_TEST = re.compile(r"`(?:[\w/.]*::)?(test_\w+?)_?…?`")


@dataclass(frozen=True, slots=True)
class Answer:
    questions: tuple[int, ...]
    cost: str  # per cent, or FAIL
    tests: tuple[str, ...]


def answers(text: str) -> list[Answer]:
    found = []
    for row in map(_ROW.fullmatch, text.splitlines()):
        if row:
            questions, cost, _how, tests = row.groups()
            found.append(
                Answer(tuple(_numbers(questions)), cost.strip(), tuple(_TEST.findall(tests)))
            )
    return found


def _numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        numbers.extend(range(int(first), int(last or first) + 1))
    return numbers


def verdict(found: list[Answer], tests: set[str]) -> tuple[int, list[str]]:
    """The penalty in per cent, and everything that is wrong."""
    asked = [number for one in found for number in one.questions]
    wrong = [
        f"question {number} has no answer"
        for number in range(1, LAST + 1)
        if number not in asked and number not in OFF_THE_PATH
    ]
    penalty = 0
    for one in found:
        failed = HARD_FAILS.intersection(one.questions)
        if one.cost == "FAIL":
            wrong.append(f"question {', '.join(map(str, sorted(failed)))} fails")
        elif one.cost.isdecimal():
            penalty += int(one.cost)
        else:
            wrong.append(f"question {one.questions[0]}: no cost")
        wrong += [
            f"question {one.questions[0]}: there is no test {name}"
            for name in one.tests
            if not any(test.startswith(name) for test in tests)
        ]
    return penalty, wrong


def named_tests() -> set[str]:
    found = set()
    for path in Path("tests").rglob("test_*.py"):
        found.add(path.stem)
        found.update(re.findall(r"^\s*def (test_\w+)", path.read_text(encoding="utf-8"), re.M))
    return found


def main() -> int:
    found = answers(TABLE.read_text(encoding="utf-8"))
    penalty, wrong = verdict(found, named_tests())
    failed = {number for one in found if one.cost == "FAIL" for number in one.questions}
    met = len(HARD_FAILS - failed)
    print(f"hard fails met: {met} of {len(HARD_FAILS)}; penalty {penalty} % (100 % fails)")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
