"""The words of pages, papers and the API for a knock-out or play-off."""

from collections.abc import Mapping
from dataclasses import replace

from pairing.handbook.knockout import Clock
from pairing.state import Fact
from tournaments.models import Entry, Team
from tournaments.queries.rounds.reasons import Sentence
from tournaments.wording.facts import fact_sentence
from tournaments.wording.knockout import FACTS, clock_text, step_name

#: a player, or a team in a knock-out between teams
Contender = Entry | Team


def say(fact: Fact, people: Mapping[int, Contender]) -> Sentence:
    """A fact of the core in words."""

    def name_of(number: int) -> str:
        return people[number].name if number in people else str(number)

    values = dict(fact.values)
    if "winner" in values:
        values["winner"] = name_of(int(values["winner"]))
    if "players" in values:
        values["players_count"] = values.pop("players")
    if fact.code == "playoff.recipe":
        values["recipe"] = fact.article
    for name in ("step", "group"):
        if name in values:
            values[name] = step_name(str(values[name]))
    of_teams = f"{fact.code}.teams"
    code = of_teams if of_teams in FACTS and any(map(_is_team, people.values())) else fact.code
    fact = replace(fact, code=code, values=tuple(values.items()))
    return Sentence(fact_sentence(fact, name_of), fact.article)


def _is_team(entry: Contender) -> bool:
    return isinstance(entry, Team)


def words_of_clock(clock: Clock) -> str:
    return clock_text(clock.white_seconds, clock.black_seconds, clock.increment)


def plain_amount(hundredths: int) -> str:
    """150000 → 1500.00"""
    return f"{hundredths // 100}.{hundredths % 100:02}"
