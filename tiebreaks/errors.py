"""The errors of a tie-break list, as facts; the shell words and translates it.

PairingError
└── TieBreakError
    ├── UnknownTieBreak      the code is misspelt, or its edition does not have it
    ├── UnsuitableTieBreak   the code exists but must not be used in such an event
    ├── MissingInput         the code needs data that was not given: lots, outside values
    └── UnknownParticipant   nobody in the event has this number

Their sentences stand with those of the other core, in `pairing.sentences`.
"""

from pairing.errors import PairingError
from pairing.sentences import Said, Value


class TieBreakError(PairingError):
    """Base of every error about a tie-break code or list."""


class UnknownTieBreak(TieBreakError):
    """`part` of the tie-break `code` was not understood; `known` are those it could have been."""

    def __init__(
        self, sentence: str, /, *, code: str, part: str, known: tuple[str, ...] = ()
    ) -> None:
        choice: Value = Said("tiebreaks.known", {"codes": known}) if known else ""
        super().__init__(sentence, code=code, part=part, known=choice)
        self.known = known


class UnsuitableTieBreak(TieBreakError):
    """An article forbids the code in an event of this family."""


class MissingInput(TieBreakError):
    """`needed` is "seed" (for lots), "boards" or "external" (values computed elsewhere)."""


class UnknownParticipant(TieBreakError):
    pass
