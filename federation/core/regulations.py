"""The needs of an application, worked out while it is typed: facts in, needs out."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from federation.core.rating_times import (
    STANDARD,
    kind_of,
    least_rating_refused,
    minutes_for_sixty,
    minutes_needed,
)
from pairing.formats import offered
from pairing.trf.time_controls import encoded

#: hours of play on one day of standard games, rounds of quick ones (B.02 art. 3)
HOURS_A_DAY = 12
ROUNDS_A_DAY = {"rapid": 15, "blitz": 30}
#: arbiters' levels that may be in charge where FIDE rates the games
ARBITERS_FOR_FIDE = ("IA", "FA", "NA")
#: the office would like to have an application so many days before the first day
DAYS_AHEAD = 21


@dataclass(frozen=True, slots=True)
class PlannedSection:
    name: str
    system: str
    rounds: int
    rating_until: int = 0


@dataclass(frozen=True, slots=True)
class PlannedArbiter:
    level: str
    valid_until: date | None


@dataclass(frozen=True, slots=True)
class Plan:
    """An application as it stands in the form; what is empty or unreadable is None or ""."""

    today: date
    starts_on: date | None = None
    ends_on: date | None = None
    city: str = ""
    venue: str = ""
    contact: str = ""
    time: str = "standard"
    time_control: str = ""
    teams: bool = False
    fide_rated: bool = False
    entries_from: date | None = None
    entries_until: date | None = None
    fee: bool = False
    account: str = ""
    sections: tuple[PlannedSection, ...] = ()
    arbiters: tuple[PlannedArbiter, ...] = ()


@dataclass(frozen=True, slots=True)
class Need:
    """Something to have; without a `must` it can be sent all the same. `at`: the field."""

    code: str
    met: bool
    must: bool = True
    at: str = ""
    values: dict[str, Any] = field(default_factory=dict)


def needs_of(plan: Plan) -> list[Need]:
    return [
        *_days(plan),
        Need("need.place", bool(plan.city and plan.venue), at="city" if not plan.city else "venue"),
        Need("need.contact", bool(plan.contact), at="contact_email"),
        *_sections(plan),
        *_time(plan),
        *_arbiters(plan),
        *_entries(plan),
    ]


def missing(plan: Plan) -> list[Need]:
    """Without these it cannot be sent."""
    return [one for one in needs_of(plan) if one.must and not one.met]


def minutes_of(time_control: str) -> int:
    """Of one player for 60 moves; 0 where the text cannot be read."""
    return minutes_for_sixty(encoded(time_control)) or 0


def _days(plan: Plan) -> list[Need]:
    first, last = plan.starts_on, plan.ends_on
    if first is None or last is None:
        return [Need("need.days", False, at="ends_on" if first else "starts_on")]
    ahead = (first - plan.today).days
    return [
        Need("need.days", first <= last, at="ends_on"),
        Need("need.future", ahead >= 0, at="starts_on"),
        Need("need.ahead", ahead >= DAYS_AHEAD, False, "starts_on", {"days": DAYS_AHEAD}),
    ]


def _sections(plan: Plan) -> list[Need]:
    known = offered()
    found = [
        Need(
            "need.sections",
            bool(plan.sections) and all(one.name and one.rounds for one in plan.sections),
            at="sections",
        )
    ]
    fitting = all(
        one.system in known and known[one.system].pairs_teams == plan.teams for one in plan.sections
    )
    if plan.sections:
        code = "need.systems_of_teams" if plan.teams else "need.systems"
        found.append(Need(code, fitting, at="sections"))
    return found


def _time(plan: Plan) -> list[Need]:
    minutes = minutes_of(plan.time_control)
    found = [Need("need.time_control", minutes > 0, at="time_control")]
    if not minutes:
        return found
    kind = plan.time if plan.time in ("rapid", "blitz") else "standard"
    fits = kind_of(minutes) == kind
    found.append(Need(f"need.{kind}", fits, at="time_control", values={"minutes": minutes}))
    if kind == "standard" and plan.fide_rated:
        found.append(_enough_for_the_strongest(plan, minutes))
    if plan.fide_rated:
        found += _rounds_a_day(plan, minutes)
    return found


def _enough_for_the_strongest(plan: Plan, minutes: int) -> Need:
    """Games of stronger players count for FIDE only with more time: known, and allowed."""
    highest = max((one.rating_until or 9999 for one in plan.sections), default=9999)
    wanted = minutes_needed(highest, None)
    limit = least_rating_refused(minutes)
    limit = STANDARD[0][0] if limit is None else limit  # none of them is refused
    values = {"minutes": minutes, "wanted": wanted, "rating": limit}
    return Need("need.time_of_the_strong", minutes >= wanted, False, "time_control", values)


def _rounds_a_day(plan: Plan, minutes: int) -> list[Need]:
    if not plan.starts_on or not plan.ends_on or not plan.sections:
        return []
    days = (plan.ends_on - plan.starts_on).days + 1
    rounds = max(one.rounds for one in plan.sections)
    if days < 1:
        return []
    a_day = -(-rounds // days)
    if plan.time in ROUNDS_A_DAY:
        most = ROUNDS_A_DAY[plan.time]
        return [Need("need.rounds_a_day", a_day <= most, at="sections", values={"most": most})]
    hours = a_day * minutes * 2 / 60
    values = {"most": HOURS_A_DAY, "rounds": a_day}
    return [Need("need.hours_a_day", hours <= HOURS_A_DAY, at="ends_on", values=values)]


def _arbiters(plan: Plan) -> list[Need]:
    found = [Need("need.arbiters", bool(plan.arbiters), plan.fide_rated, "arbiters")]
    if not plan.arbiters:
        return found
    if plan.fide_rated:
        able = any(one.level in ARBITERS_FOR_FIDE for one in plan.arbiters)
        found.append(Need("need.arbiter_for_fide", able, at="arbiters"))
    if plan.ends_on:
        last = plan.ends_on
        valid = all(not one.valid_until or one.valid_until >= last for one in plan.arbiters)
        found.append(Need("need.arbiters_valid", valid, False, at="arbiters"))
    return found


def _entries(plan: Plan) -> list[Need]:
    found = []
    if plan.entries_until and plan.ends_on:
        opens = plan.entries_from or plan.entries_until
        in_order = opens <= plan.entries_until <= plan.ends_on
        found.append(Need("need.entries_in_order", in_order, at="entries_until"))
    else:
        found.append(Need("need.entries_until", bool(plan.entries_until), False, "entries_until"))
    if plan.fee:
        found.append(Need("need.account", bool(plan.account), False, at="iban"))
    return found
