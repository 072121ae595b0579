"""Confirmations. A service asks; pages, API and commands pass the answer back.

Levels as in FIDE's checklist: 2 a message to acknowledge, 3 confirm or cancel, 4 two
confirmations in a row, 5 refused. A token answers one question, in the words and figures that
were read, about one state of one row by one user: after any change in between, the question is
asked again. No setting switches a question off.
"""

import hashlib
import json
from typing import Any

from django.core import signing
from django.db.models import Model

from tournaments.kernel.errors import NeedsConfirmation, Reason
from tournaments.models import User

SALT = "hakem.confirm"
MAX_AGE = 15 * 60


def require(
    act: str,
    *,
    level: int,
    reasons: list[Reason],
    about: Model,
    by: User | None,
    subject: str = "",
    confirmed: str = "",
) -> None:
    """Return when `confirmed` answers this very question, else raise it."""
    if not reasons:
        return
    bound = {
        "act": act,
        "on": f"{about._meta.label}:{about.pk}",
        "revision": getattr(about, "revision", None),
        "by": by.pk if by else None,
        "subject": subject,
        "reasons": _fingerprint(reasons),
    }
    steps = 2 if level >= 4 else 1
    done = _steps_done(confirmed, bound)
    if done < steps:
        token = signing.dumps({**bound, "step": done + 1}, salt=SALT)
        raise NeedsConfirmation(act, level, reasons, token, step=done + 1)


def _fingerprint(reasons: list[Reason]) -> str:
    """Equal for what was read and confirmed: the sentences with all that they name."""
    told = [[reason.code, sorted(reason.values.items())] for reason in reasons]
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:32]


def _steps_done(token: str, bound: dict[str, Any]) -> int:
    if not token:
        return 0
    try:
        answer = signing.loads(token, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return 0
    step = answer.pop("step", 0)
    return step if answer == bound else 0
