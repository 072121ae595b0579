"""docs/truth.md: what each surface shows, and what it leaves out on purpose.

`python -m tests.truth.table` writes it anew.
"""

from pathlib import Path

from tests.truth import papers
from tests.truth.look import Subject
from tests.truth.walk import SUBJECTS

PLACE = Path(__file__).parents[2] / "docs" / "truth.md"

HEAD = """\
# What every page and every paper shows

Made from the data of the truth walk (`tests/truth/`) by `python -m tests.truth.table`; a test sees
that it is current.

The walk takes events of every format through their states: before the draw, draft, published,
partly played, complete, moved in time, taken back, with players gone, corrected, over. In each it
opens the surfaces below in both languages, papers also in both side by side, reads them back, PDF
by its text and its boxes, and compares every fact with a plain recomputation from the rows of the
database, which uses nothing of the product. `make test` walks a part, `make test-full` all.

● is shown and compared. A number is left out on purpose: the reason stands below the table.
"""


def text() -> str:
    parts = [HEAD]
    for subject in SUBJECTS:
        parts.append(_of(subject))
    parts.append(_left())
    return "\n".join(parts)


def _left() -> str:
    """The papers that are looked at for their ink alone."""
    lines = [
        "## Papers without facts of their own",
        "",
        "Where this is so, a paper is looked at for its ink alone: nothing is cut, over an edge,",
        "set over something else or in a font that does not come along. Every other paper of a",
        "format is read above, or the walk fails.",
        "",
        "| paper | why |",
        "| --- | --- |",
    ]
    lines += [f"| `{one.kind}` | {one.reason} |" for one in papers.LEFT]
    return "\n".join([*lines, ""])


def _of(subject: Subject) -> str:
    reasons: dict[str, int] = {}
    heads = list(subject.facts.values())
    lines = [
        f"## {subject.name}",
        "",
        "| | " + " | ".join(heads) + " |",
        "| --- |" + " :-: |" * len(heads),
    ]
    for surface in subject.surfaces:
        cells = []
        for fact in subject.facts:
            if fact in surface.shows:
                cells.append("●")
            else:
                number = reasons.setdefault(surface.leaves[fact], len(reasons) + 1)
                cells.append(str(number))
        lines.append(f"| {surface.key} | " + " | ".join(cells) + " |")
    for left, why in subject.nothing_on.items():
        number = reasons.setdefault(why, len(reasons) + 1)
        lines.append(f"| {left} | " + " | ".join([str(number)] * len(heads)) + " |")
    lines.append("")
    lines += [f"{number}. {reason}" for reason, number in reasons.items()]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PLACE.write_text(text())
