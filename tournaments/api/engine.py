"""Runs the calculator for a request, and puts its codes into words."""

import base64
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings
from rest_framework.exceptions import Throttled

from tournaments.kernel.errors import Refused
from tournaments.wording.core import in_words
from tournaments.wording.facts import fact_sentence
from tournaments.wording.reading import adjustment_sentence

logger = logging.getLogger("hakem.engine")

#: by the clock; the calculator's own limit counts its processor time
SECONDS = 20
#: at once, for each process of the web server
_places = threading.BoundedSemaphore(2)


class Unanswered(Refused):
    """Refused with more to say: the reasons in the language of the request."""

    reasons: tuple[dict[str, Any], ...] = ()


def calculate(work: str, trf: bytes, **given: Any) -> dict[str, Any]:
    """The calculator's answer in words; `Refused` when there is none, whatever went wrong."""
    if not _places.acquire(timeout=5):
        raise Throttled(wait=5)
    try:
        done = subprocess.run(
            [sys.executable, "-S", "-E", "-m", "tournaments.api.calculator"],
            input=json.dumps({"work": work, "trf": base64.b64encode(trf).decode(), **given}),
            capture_output=True,
            encoding="utf-8",
            cwd=settings.BASE_DIR,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise Refused("engine.too_heavy") from None
    finally:
        _places.release()
    if done.returncode < 0:  # killed at its limit
        raise Refused("engine.too_heavy")
    if done.returncode > 0:
        logger.error("The calculator failed: %s", done.stderr[-4000:])
        raise Refused("engine.failed")
    found = json.loads(done.stdout)
    if "refused" in found:
        raise _refused(found["refused"])
    answer: dict[str, Any] = found["answer"]
    names = answer.pop("names")
    _into_words(answer, _caller(names))
    for one in answer["adjustments"]:
        one["text"] = adjustment_sentence(one["code"], one["values"])
    if work == "check":
        answer["notes"] = [in_words(note) for note in answer["notes"]]
        answer["ranks_problem"] = _in_words(answer["ranks_problem"])
        for one in answer["rounds"]:
            one["problem"] = _in_words(one["problem"])
    return answer


def _in_words(said: dict[str, Any] | None) -> str:
    return in_words(said) if said else ""


def _refused(data: dict[str, Any]) -> Refused:
    values = data["values"]
    if data["code"] != "engine.impossible":
        return Refused(data["code"], field=data["field"], **values)
    name_of = _caller(values.pop("names"))
    reasons = values.pop("reasons")
    players = "; ".join(map(name_of, values["players"]))
    refused = Unanswered(data["code"], field="trf", round=values["round"], players=players)
    refused.reasons = tuple(
        {"code": fact["code"], "text": fact_sentence(fact, name_of)} for fact in reasons
    )
    return refused


def _caller(names: dict[str, str]) -> Callable[[int], str]:
    def name_of(number: int) -> str:
        return f"{number} {names.get(str(number), '')}".strip()

    return name_of


def _into_words(data: Any, name_of: Callable[[int], str]) -> None:
    """Each fact gets its sentence, wherever it stands in the answer."""
    if isinstance(data, list):
        for one in data:
            _into_words(one, name_of)
    elif isinstance(data, dict):
        if {"code", "players", "values"} <= data.keys():
            data["text"] = fact_sentence(data, name_of)
        else:
            for one in data.values():
                _into_words(one, name_of)
