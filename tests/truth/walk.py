"""The walk: an event, every subject, every surface, against the plain recomputation."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.truth import (
    adjusted,
    away,
    cards,
    crosstables,
    hours,
    knockouts,
    papers,
    people,
    places,
    prizes,
    ratings,
    rules,
    schedule,
    standings,
    team_sheets,
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
    ratings.SUBJECT,
    adjusted.CARDS,
    adjusted.ADJUSTED,
    away.ABSENT,
    away.CORRECTIONS,
    away.REASONS,
    schedule.SUBJECT,
    rules.SUBJECT,
    teams.MATCHES,
    teams.TABLE,
    team_sheets.TABLE,
    team_sheets.LISTS,
    team_sheets.LINE_UPS,
    team_sheets.MATCHES,
    team_sheets.BOARDS,
    team_sheets.MEETINGS,
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
    read: set[str] = set()
    made: set[str] = set()
    for step, name in enumerate(steps):
        tournament.refresh_from_db()
        number = max((one.number for one in tournament.rounds.all() if one.is_paired), default=0)
        for place, (subject, surface) in enumerate(surfaces()):
            if only and subject.key not in only:
                continue
            often = papers_every if surface.paper else every
            if (step + place) % often:
                continue
            known, count = (PAPER_LANGUAGES, languages) if surface.paper else (LANGUAGES, pages)
            turn = (step + place) // often + place  # the next language each time it is opened
            chosen = [known[(turn + n) % len(known)] for n in range(count)]
            found = at(tournament, number, subject, surface, chosen, made)
            read |= {surface.key} if found is not None else set()
            complaints += [f"{name}: {one}" for one in found or ()]
    if not only:
        complaints += _the_rest(tournament, number, read, made)
    return complaints


def _the_rest(tournament: Any, number: int, read: set[str], made: set[str]) -> list[str]:
    """At the end each paper that no step has opened, and whether one was forgotten."""
    complaints = []
    for place, (subject, surface) in enumerate(surfaces()):
        if surface.paper and surface.key not in read:
            language = PAPER_LANGUAGES[place % len(PAPER_LANGUAGES)]
            complaints += at(tournament, number, subject, surface, [language], made) or ()
    for kind in papers.kinds_of(tournament) - made:
        look = Look(tournament, "tr+en", number)
        if not papers.left_out(kind, look):
            complaints.append(f"paper {kind}: nobody reads it")
        else:
            complaints += papers.ink_of(kind, look)
    return complaints


def at(
    tournament: Any,
    number: int,
    subject: Subject,
    surface: Surface,
    languages: Iterable[str],
    made: set[str] | None = None,
) -> list[str] | None:
    """None: nothing of it is there. `made`: the kinds of papers, added to."""
    complaints, there = [], False
    for language in languages:
        look = Look(tournament, language, number)
        if subject.fits(look) and surface.fits(look):
            there = True
            complaints += compare(subject, surface, look)
            if made is not None:
                made |= look.papers
    return complaints if there else None


def look_at(tournament: Any, number: int, *keys: str) -> list[str]:
    """Some surfaces by their names, as they are now."""
    tournament.refresh_from_db()
    wanted = [pair for pair in surfaces() if pair[1].key in keys]
    assert {surface.key for _subject, surface in wanted} == set(keys)
    return [
        one
        for subject, surface in wanted
        for one in at(tournament, number, subject, surface, LANGUAGES) or ()
    ]
