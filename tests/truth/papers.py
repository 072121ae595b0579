"""The papers of the catalogue that no subject reads line by line, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.truth import rules
from tests.truth.look import Look


@dataclass(frozen=True)
class Left:
    """A kind of paper, where it is looked at for its ink alone, and the reason."""

    kind: str
    reason: str
    where: Callable[[Look], bool] = lambda _look: True


def _system(look: Look) -> str:
    return look.record.settings["system"]


def _without_knockout(look: Look) -> bool:
    return not _system(look).endswith("knockout")


def _teams(look: Look) -> bool:
    return rules.teams(look.record)


def _team_knockout(look: Look) -> bool:
    return _system(look) == "handbook.team_knockout"


LEFT = (
    Left("round_bundle", "a ZIP of other papers, each of which is read by itself"),
    Left("report_package", "a ZIP of other papers and of the report, with a test of its own"),
    Left("fallback", "a ZIP of other papers; what comes back from it has a test of its own"),
    Left("blank_slips", "nobody and nothing stands on them"),
    Left("pictures", "drawn from the standings and the cross table, and tested against them"),
    Left("checklist", "its findings are those of the checks; they have tests of their own"),
    Left(
        "phone_letters", "carries codes of the site's secret; tests/tournaments/views/test_voice.py"
    ),
    Left("phone_poster", "says what phones do here; tests/tournaments/documents/test_poster.py"),
    Left("arbiters_report", "counts what other papers list, and has tests of its own"),
    Left("receipts", "the prizes by who gets them, tested against the page of prizes"),
    Left("it1", "FIDE's form: the figures of the norm page, each tested with its article"),
    Left("it3", "FIDE's form: the event in figures, each tested with its article"),
    Left("it4", "FIDE's form: told before the event, tested with its day"),
    Left("fa1", "FIDE's form: a page for each arbiter, tested by their titles"),
    Left("ia1", "FIDE's form: a page for each arbiter, tested by their titles"),
    Left("corrections", "nothing was corrected: it says so"),
    Left("knockout", "no play-off is announced: it says so", _without_knockout),
    Left("knockout_sheet", "no play-off is announced: it says so", _without_knockout),
    Left("knockout_sheet", "matches of teams: the games stand on their sheets", _teams),
    Left("standings", "players of teams are ranked by board", _teams),
    Left("crosstable", "teams meet teams: their cross table is read", _teams),
    Left("record", "the games of a player in a team are those of its matches", _teams),
    Left("rating_changes", "the games of a player in a team are those of its matches", _teams),
    Left("round_bulletin", "its parts are read as papers of their own", _teams),
    Left("bulletin", "its parts are read as papers of their own", _teams),
    Left("prizes", "there are no prizes: it says so", lambda look: not look.record.prizes),
    Left("certificates", "the places of teams have their own", _teams),
    Left("pairing_cards", "the event is over: nothing is paired any more"),
    Left("team_standings", "its matches decide: it is the bracket", _team_knockout),
)


def kinds_of(tournament: Any) -> set[str]:
    """All kinds that its format has."""
    from tournaments.documents.catalogue import PAPERS  # the table is written without Django

    return {paper.kind for paper in PAPERS.values() if paper.fits(tournament.format)}


def left_out(kind: str, look: Look) -> str:
    """The reason, or nothing."""
    return next((one.reason for one in LEFT if one.kind == kind and one.where(look)), "")


def ink_of(kind: str, look: Look) -> list[str]:
    """Nothing of it is cut, over an edge or over something else."""
    from tournaments.documents.catalogue import BUNDLES, PAPERS
    from tournaments.kernel.errors import Refused

    if kind in BUNDLES:
        return []
    number = look.record.last_public if PAPERS[kind].per_round else None
    if number == 0:
        return []
    try:
        look.paper(kind, number)
    except Refused:  # there is nothing to show
        return []
    return [f"paper {kind} [{look.language}]: {one}" for one in look.ink]
