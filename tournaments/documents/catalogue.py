"""The catalogue of papers: what each needs, and which options it has."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.documents import (
    boards,
    bulletins,
    cards,
    certificates,
    knockouts,
    lists,
    notices,
    prizes,
    tables,
    teams,
)
from tournaments.documents.ask import Ask
from tournaments.documents.layout import Sheet
from tournaments.models import Round, Tournament

Build = Callable[[Ask], Sheet]


class Needs(Enum):
    """Of which round a paper is, and how far that round must be."""

    NO_ROUND = "no round"
    ROUND_ROBIN = "round robin"
    #: a draft will do; the paper is then a draft itself
    PAIRED = "paired"
    PUBLISHED = "published"
    #: the state before a round that may not be paired yet
    ANY_ROUND = "any round"


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of document. `public`: what it shows is for everybody once its round is."""

    kind: str
    label: Promise
    group: Promise
    build: Build
    needs: Needs = Needs.NO_ROUND
    options: tuple[str, ...] = ()
    public: bool = True
    #: only where teams are paired
    of_teams: bool = False

    @property
    def per_round(self) -> bool:
        return self.needs in (Needs.PAIRED, Needs.PUBLISHED, Needs.ANY_ROUND)


_START, _ROUND = _("Before the first round"), _("A round")
_TABLES, _STAFF = _("Standings and tables"), _("For the arbiters")
_TEAMS = _("Teams")
_TABLE, _BULLETINS = _("Tables and people"), _("Bulletins")


def _bundle(ask: Ask) -> Sheet:
    raise NotImplementedError("a bundle is made of other papers")


BUNDLE = "round_bundle"
PAPERS: dict[str, Paper] = {
    paper.kind: paper
    for paper in (
        Paper("players", lists.START_LIST, _START, lists.start_list, options=("order", "size")),
        Paper("check_in", lists.CHECK_IN, _START, lists.check_in, options=("order",), public=False),
        Paper("poster", cards.POSTER, _START, cards.poster),
        Paper("berger", tables.SCHEDULE, _START, tables.berger, Needs.ROUND_ROBIN),
        Paper("pairings", boards.PAIRINGS, _ROUND, boards.pairings, Needs.PAIRED, ("size",)),
        Paper(
            "pairings_by_name",
            boards.BY_NAME,
            _ROUND,
            boards.pairings_by_name,
            Needs.PAIRED,
            ("size",),
        ),
        Paper(
            "pairings_by_federation",
            boards.BY_FEDERATION,
            _ROUND,
            boards.pairings_by_federation,
            Needs.PAIRED,
            ("size",),
        ),
        Paper("absentees", lists.ABSENTEES, _ROUND, lists.absentees, Needs.PAIRED),
        Paper(
            "slips", boards.SLIPS, _ROUND, boards.slips, Needs.PAIRED, ("per_page",), public=False
        ),
        Paper("results", boards.RESULTS, _ROUND, boards.results, Needs.PUBLISHED, ("size",)),
        Paper("corrections", notices.CORRECTIONS, _ROUND, notices.corrections, Needs.PUBLISHED),
        Paper(
            "standings",
            tables.STANDINGS,
            _TABLES,
            tables.standings,
            Needs.PUBLISHED,
            ("category", "size"),
        ),
        Paper("crosstable", tables.CROSS_TABLE, _TABLES, tables.crosstable, Needs.PUBLISHED),
        Paper("knockout", knockouts.KNOCKOUT, _TABLES, knockouts.knockouts),
        Paper("prizes", prizes.PRIZES, _TABLES, prizes.prizes),
        Paper("record", cards.RECORD, _TABLES, cards.records, options=("player",)),
        Paper("team_list", teams.TEAMS, _TEAMS, teams.team_list, of_teams=True),
        Paper("matches", teams.MATCHES, _TEAMS, teams.match_list, Needs.PAIRED, of_teams=True),
        Paper(
            "match_sheets",
            teams.MATCH_SHEETS,
            _TEAMS,
            teams.match_sheets,
            Needs.PAIRED,
            public=False,
            of_teams=True,
        ),
        Paper(
            "line_ups",
            teams.LINE_UPS,
            _TEAMS,
            teams.line_up_sheets,
            Needs.ANY_ROUND,
            public=False,
            of_teams=True,
        ),
        Paper(
            "team_standings",
            teams.STANDINGS,
            _TEAMS,
            teams.standings,
            Needs.PUBLISHED,
            of_teams=True,
        ),
        Paper(
            "team_crosstable",
            teams.CROSS_TABLE,
            _TEAMS,
            teams.crosstable,
            Needs.PUBLISHED,
            of_teams=True,
        ),
        Paper("team_boards", teams.BEST_BY_BOARD, _TEAMS, teams.best_by_board, of_teams=True),
        Paper(
            "pairing_cards",
            cards.PAIRING_CARDS,
            _STAFF,
            cards.pairing_cards,
            Needs.ANY_ROUND,
            public=False,
        ),
        Paper("checklist", boards.CHECKLIST, _STAFF, boards.checklist, Needs.PAIRED, public=False),
        Paper("reasons", boards.REASONS, _STAFF, boards.reasons, Needs.PAIRED, ("board",)),
        Paper("plates", cards.PLATES, _TABLE, cards.plates, options=("order",), public=False),
        Paper("badges", cards.BADGES, _TABLE, cards.badges, options=("order",), public=False),
        Paper(
            "certificates",
            certificates.CERTIFICATES,
            _TABLE,
            certificates.certificates,
            options=("places", "category"),
            public=False,
        ),
        Paper(
            "round_bulletin",
            bulletins.ROUND_BULLETIN,
            _BULLETINS,
            bulletins.round_bulletin,
            Needs.PUBLISHED,
        ),
        Paper("bulletin", bulletins.BULLETIN, _BULLETINS, bulletins.final_bulletin),
        Paper(
            BUNDLE,
            _("All papers of a round (ZIP)"),
            _BULLETINS,
            _bundle,
            Needs.PAIRED,
            public=False,
        ),
    )
}
#: what a ZIP of a round holds; of a draft only what drafts can show
_OF_A_ROUND = (
    "pairings",
    "pairings_by_name",
    "pairings_by_federation",
    "absentees",
    "slips",
    "results",
    "standings",
    "crosstable",
    "pairing_cards",
    "checklist",
    "reasons",
    "round_bulletin",
)
_OF_A_ROUND_OF_TEAMS = (
    "matches",
    "match_sheets",
    "line_ups",
    "pairings_by_name",
    "slips",
    "team_standings",
    "team_crosstable",
    "team_boards",
    "standings",
    "checklist",
    "round_bulletin",
)


def bundled(tournament: Tournament, round_: Round) -> list[Paper]:
    """The papers of a round in one ZIP."""
    kinds = _OF_A_ROUND_OF_TEAMS if tournament.of_teams else _OF_A_ROUND
    return [paper for paper in map(PAPERS.__getitem__, kinds) if _possible(paper, round_)]


def _possible(paper: Paper, round_: Round) -> bool:
    after_publication = paper.needs is Needs.PUBLISHED or not paper.per_round
    return round_.is_public if after_publication else round_.is_paired


def grouped() -> list[tuple[Promise, list[Paper]]]:
    groups: dict[Promise, list[Paper]] = {}
    for paper in PAPERS.values():
        groups.setdefault(paper.group, []).append(paper)
    return list(groups.items())
