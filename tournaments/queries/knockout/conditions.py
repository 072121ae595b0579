"""Conditions of play-offs, announced before the event (handbook, knock-out A.3, A.6), and what a
plan makes of them: another time, too short a break before the first game (A.21)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import formats, timezone

from pairing.handbook import playoff as recipes
from tournaments.kernel.errors import Reason
from tournaments.models import Knockout, Pairing, Tournament
from tournaments.queries.knockout.course import playoff_settings

#: A.21, in minutes
BREAK = 30
#: what the announcement has beside the settings of a play-off
OWN = frozenset({"places", "level"})
POINTS, TIE_BREAKS = "points", "tie_breaks"


@dataclass(frozen=True, slots=True)
class Conditions:
    places: int  # ties for places 1 to this one are decided by play-offs
    after_tie_breaks: bool  # only those level after all tie-breaks; else all level on points
    settings: recipes.Settings
    cash: int  # in cents, shared by all of eleven or more (C.10)


def conditions_of(tournament: Tournament) -> Conditions | None:
    """None where no play-off was announced."""
    said: dict[str, Any] = tournament.playoffs
    if not said.get("places"):
        return None
    return Conditions(
        said["places"],
        said.get("level") == TIE_BREAKS,
        playoff_settings(said),
        said.get("cash", 0),
    )


def settings_announced(tournament: Tournament) -> dict[str, Any]:
    """With what a play-off is prepared."""
    return {name: value for name, value in tournament.playoffs.items() if name not in OWN}


def is_announced(tournament: Tournament, place: int, level: list[str]) -> bool:
    """A play-off for this place, of players level so far, is one of those announced."""
    found = conditions_of(tournament)
    return found is not None and place <= found.places and bool(level) == found.after_tie_breaks


def objections(knockout: Knockout) -> list[Reason]:
    """List what speaks against announcing this plan."""
    if not knockout.is_playoff:
        return []
    return [*_otherwise(knockout), *_too_early(knockout)]


def _otherwise(knockout: Knockout) -> Iterator[Reason]:
    found = conditions_of(knockout.tournament)
    if found and found.settings != playoff_settings(knockout.settings):
        yield Reason("playoff.otherwise_announced")


def _too_early(knockout: Knockout) -> Iterator[Reason]:
    tournament = knockout.tournament
    pause = playoff_settings(knockout.settings).break_before_start
    if pause < BREAK:
        yield Reason("playoff.break_too_short", {"minutes": pause})
    if knockout.starts_at is None:
        return
    half_an_hour = timedelta(minutes=BREAK)
    ended = Pairing.objects.filter(round__tournament=tournament).aggregate(last=Max("entered_at"))[
        "last"
    ]
    last = tournament.rounds.exclude(starts_at=None).order_by("number").last()
    start = _clock(knockout.starts_at)
    if ended and knockout.starts_at < ended + half_an_hour:
        yield Reason("playoff.starts_too_early", {"start": start, "end": _clock(ended)})
    elif last and last.starts_at and knockout.starts_at < last.starts_at + half_an_hour:
        values = {"start": start, "round": last.number, "end": _clock(last.starts_at)}
        yield Reason("playoff.starts_before_round", values)


def _clock(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def remarks(knockout: Knockout) -> list[Reason]:
    """For the page of the plan: the objections, and a play-off that nobody announced."""
    found = objections(knockout)
    if knockout.is_playoff and not is_announced(
        knockout.tournament, knockout.place, list(knockout.level)
    ):
        found.insert(0, Reason("playoff.not_announced_before"))
    return found
