"""The answers of a service that cannot simply do what was asked.

ServiceError
├── Refused             it may not or cannot be done; the sentence says what to do next
│   └── Conflict        somebody changed it meanwhile: both versions are at hand
└── NeedsConfirmation   it may be done once the user confirms the reasons given
"""

from dataclasses import dataclass, field
from typing import Any

from tournaments.wording import sentence


class ServiceError(Exception):
    pass


class Refused(ServiceError):
    def __init__(self, code: str, *, field: str = "", **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.values = values

    def __str__(self) -> str:
        return sentence(self.code, self.values)

    def as_data(self) -> dict[str, Any]:
        return {"code": self.code, "values": self.values}


class Conflict(Refused):
    """A changed row: `current` is what stands there now."""

    def __init__(self, code: str, *, current: Any = None, **values: Any) -> None:
        super().__init__(code, **values)
        self.current = current


@dataclass(frozen=True)
class Reason:
    """A reason for asking for a confirmation."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return sentence(self.code, self.values)


class NeedsConfirmation(ServiceError):
    def __init__(self, act: str, level: int, reasons: list[Reason], token: str, step: int) -> None:
        super().__init__(act)
        self.act = act
        self.level = level
        self.reasons = reasons
        self.token = token
        self.step = step

    @property
    def question(self) -> str:
        return sentence(f"confirm.{self.act}", {})
