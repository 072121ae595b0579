"""The walk: an event, every subject, every surface, against the plain recomputation."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.truth import (
    cards,
    crosstables,
    hours,
    knockouts,
    people,
    places,
    prizes,
    rules,
    standings,
    teams,
)
from tests.truth.look import LANGUAGES, PAPER_LANGUAGES, Look, Subject, Surface, compare
from tests.truth.rounds import boards, byes

SUBJECTS: tuple[Subject, ...] = (
    boards.SUBJECT,
    byes.SUBJECT,
    standings.SUBJECT,
    crosstables.SUBJECT,
    people.SUBJECT,
    hours.SUBJECT,
    prizes.SUBJECT,
    prizes.ANNOUNCED,
    cards.SUBJECT,
    rules.SUBJECT,
    teams.MATCHES,
    teams.TABLE,
    knockouts.SUBJECT,
    places.PLACES,
    places.CERTIFICATES,
)


def surfaces() -> Iterator[tuple[Subject, Surface]]:
    for subject in SUBJECTS:
        for surface in subject.surfaces:
            yield subject, surface


def along(
    tournament: Any,
    steps: Iterable[str],
    *,
    every: int = 1,
    papers_every: int = 1,
    languages: int = 1,
    pages: int = 2,
    only: tuple[str, ...] = (),
) -> list[str]:
    """Look around at each step of an event's life.

    A page is opened in `pages` of the two languages and a paper made in `languages` of its three,
    others at each step; a surface `every` so many steps only, at each step other ones, a paper at
    every `papers_every`. `only`: some subjects.
    """
    complaints = []
    for step, name in enumerate(steps):
        tournament.refresh_from_db()
        number = max((one.number for one in tournament.rounds.all() if one.is_paired), default=0)
        for place, (subject, surface) in enumerate(surfaces()):
            if only and subject.key not in only:
                continue
            if (step + place) % (papers_every if surface.paper else every):
                continue
            known, count = (PAPER_LANGUAGES, languages) if surface.paper else (LANGUAGES, pages)
            turn = step + place
            chosen = [known[(turn + n) % len(known)] for n in range(count)]
            found = at(tournament, number, subject, surface, chosen)
            complaints += [f"{name}: {one}" for one in found]
    return complaints


def at(
    tournament: Any, number: int, subject: Subject, surface: Surface, languages: Iterable[str]
) -> list[str]:
    complaints = []
    for language in languages:
        look = Look(tournament, language, number)
        if subject.fits(look) and surface.fits(look):
            complaints += compare(subject, surface, look)
    return complaints


def look_at(tournament: Any, number: int, *keys: str) -> list[str]:
    """Some surfaces by their names, as they are now."""
    tournament.refresh_from_db()
    wanted = [pair for pair in surfaces() if pair[1].key in keys]
    assert {surface.key for _subject, surface in wanted} == set(keys)
    return [
        one
        for subject, surface in wanted
        for one in at(tournament, number, subject, surface, LANGUAGES)
    ]
