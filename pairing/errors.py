"""What can go wrong in the core, as facts; the shell words and translates it.

PairingError
├── NoLegalPairing        no pairing obeys the absolute rules: who cannot be paired, and why
├── UnsupportedRule       the settings ask for something this system does not have
├── InconsistentHistory   the record contradicts itself
└── FileError             a file cannot be read: line, column, what was expected
"""

from pairing.state import Fact


class PairingError(Exception):
    """Base of every error the core raises on purpose."""


class NoLegalPairing(PairingError):
    def __init__(self, players: tuple[int, ...], reasons: tuple[Fact, ...] = ()) -> None:
        self.players = players
        self.reasons = reasons
        numbers = ", ".join(map(str, players))
        super().__init__(f"No legal pairing exists: players {numbers} cannot all be paired.")


class UnsupportedRule(PairingError):
    def __init__(self, rule: str, detail: str = "") -> None:
        self.rule = rule
        self.detail = detail
        super().__init__(detail or f"This system does not support {rule}.")


class InconsistentHistory(PairingError):
    def __init__(self, problem: str, *, round: int = 0, players: tuple[int, ...] = ()) -> None:
        self.problem = problem
        self.round = round
        self.players = players
        super().__init__(f"Round {round}: {problem}" if round else problem)


class FileError(PairingError):
    def __init__(self, expected: str, *, line: int = 0, column: int = 0, found: str = "") -> None:
        self.expected = expected
        self.line = line
        self.column = column
        self.found = found
        where = f"line {line}, column {column}: " if line else ""
        what = f", found {found!r}" if found else ""
        super().__init__(f"{where}expected {expected}{what}")
