"""What can go wrong with a tie-break list, as facts; the shell words and translates it.

PairingError
└── TieBreakError
    ├── UnknownTieBreak      the code is misspelt, or its edition does not have it
    ├── UnsuitableTieBreak   the code exists but must not be used in such an event
    └── MissingInput         the code needs data that was not given: lots, outside values
"""

from pairing.errors import PairingError


class TieBreakError(PairingError):
    """Base of every error about a tie-break code or list."""


class UnknownTieBreak(TieBreakError):
    """`problem` is "name", "variant" or "grammar"; `part` is what was not understood."""

    def __init__(self, code: str, problem: str, part: str, known: tuple[str, ...] = ()) -> None:
        self.code = code
        self.problem = problem
        self.part = part
        self.known = known
        what = {
            "name": f"there is no tie-break {part!r} in this edition",
            "variant": f"{part!r} cannot be added to this tie-break",
            "grammar": f"{part!r} is not understood",
        }[problem]
        choice = f"; known: {', '.join(known)}" if known else ""
        super().__init__(f"Tie-break {code!r}: {what}{choice}")


class UnsuitableTieBreak(TieBreakError):
    """`article` forbids the code in an event of this `family`."""

    def __init__(self, code: str, family: str, article: str) -> None:
        self.code = code
        self.family = family
        self.article = article
        super().__init__(
            f"Tie-break {code!r} must not be used in a {family.replace('_', ' ')} ({article})"
        )


class MissingInput(TieBreakError):
    """`needed` is "seed" (for lots) or "external" (values computed elsewhere)."""

    def __init__(self, code: str, needed: str) -> None:
        self.code = code
        self.needed = needed
        super().__init__(f"Tie-break {code!r} needs {needed!r}, which was not given")


class UnknownParticipant(TieBreakError):
    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"Nobody has number {number}")
