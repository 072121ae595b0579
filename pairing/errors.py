"""The errors of the core, as facts; the shell words and translates it.

PairingError
├── NoLegalPairing        no pairing obeys the absolute rules: who cannot be paired, and why
├── UnsupportedRule       the settings ask for something this system does not have
├── InconsistentHistory   the record contradicts itself
└── FileError             a file cannot be read: line, column, what was expected

An error has a code and named values (`pairing.sentences`); `str()` is its English sentence.
"""

from typing import Any

from pairing.sentences import Said, Value
from pairing.state import Fact


class PairingError(Exception):
    """Base of every error the core raises on purpose."""

    def __init__(self, code: str, /, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    @property
    def said(self) -> Said:
        """The whole sentence, with the place where it was met."""
        return Said(self.code, self.values)

    def as_data(self) -> dict[str, Any]:
        return self.said.as_data()

    def __str__(self) -> str:
        return str(self.said)


class NoLegalPairing(PairingError):
    def __init__(self, players: tuple[int, ...], reasons: tuple[Fact, ...] = ()) -> None:
        super().__init__("swiss.no_legal_pairing", players=players)
        self.players = players
        self.reasons = reasons


class UnsupportedRule(PairingError):
    pass


class InconsistentHistory(PairingError):
    """`in_round` is the round of the record, `players` are those concerned."""

    def __init__(
        self, code: str, /, *, in_round: int = 0, players: tuple[int, ...] = (), **values: Value
    ) -> None:
        super().__init__(code, **values)
        self.round = in_round
        self.players = players

    @property
    def said(self) -> Said:
        problem = Said(self.code, self.values)
        return (
            Said("at.round", {"round": self.round, "problem": problem}) if self.round else problem
        )


class FileError(PairingError):
    """The code is what was expected; `at` is its line and column in the file."""

    def __init__(
        self, code: str, /, *, at: tuple[int, int] = (0, 0), found: str = "", **values: Value
    ) -> None:
        super().__init__(code, **values)
        self.line, self.column = at
        self.found = found

    @property
    def expected(self) -> Said:
        return Said(self.code, self.values)

    @property
    def said(self) -> Said:
        values: dict[str, Value] = {"expected": self.expected}
        if self.line:
            values |= {"line": self.line, "column": self.column}
        if self.found:
            values["found"] = self.found
        return Said(f"at.{'line' if self.line else 'file'}{'_found' if self.found else ''}", values)
