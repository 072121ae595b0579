"""The catalogue of papers: what each needs, and which options it has."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.formats import Format
from tournaments.documents import (
    arbiters_report,
    boards,
    bulletins,
    cards,
    certificates,
    knockout_sheets,
    knockouts,
    lists,
    norm_forms,
    notices,
    phone_poster,
    pictures,
    prizes,
    rating_changes,
    receipts,
    score_cards,
    tables,
    teams,
)
from tournaments.documents.layout import Sheet
from tournaments.documents.request import PaperRequest
from tournaments.models import Round, Tournament
from tournaments.models.tournament import RatingType
from tournaments.wording.papers import NAMES

Build = Callable[[PaperRequest], Sheet]


class Needs(Enum):
    """Of which round a paper is, and how far that round must be."""

    NO_ROUND = "no round"
    #: every round, known from the numbers; for everybody as soon as the arbiter shows it
    SCHEDULE = "schedule"
    #: it is known who meets whom; of boards nothing need be known, and nothing is shown
    MATCHES = "matches"
    #: a draft will do; the paper is then a draft itself
    PAIRED = "paired"
    PUBLISHED = "published"
    #: the state before a round that may not be paired yet
    ANY_ROUND = "any round"


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of document. `public`: what it shows is for everybody once its round is."""

    kind: str
    group: Promise
    build: Build
    needs: Needs = Needs.NO_ROUND
    options: tuple[str, ...] = ()
    public: bool = True
    #: the formats that have such a paper; of those without rounds none has one of a round
    fits: Callable[[Format], bool] = lambda _format: True
    #: acts, or the beginnings of their names, that change it and touch no page
    told_by: tuple[str, ...] = ()

    @property
    def label(self) -> Promise:
        return NAMES[self.kind]

    def __post_init__(self) -> None:
        if self.per_round:
            fits = self.fits
            object.__setattr__(self, "fits", lambda chosen: chosen.has_rounds and fits(chosen))

    @property
    def per_round(self) -> bool:
        return self.needs in (Needs.MATCHES, Needs.PAIRED, Needs.PUBLISHED, Needs.ANY_ROUND)


#: codes of phones stand on it
_CODES = ("voice.code_renewed",)
_INCIDENTS = ("incident.", "call.made", "call.taken", "arbiters_report.")
_TEAMS_ARE_PAIRED = attrgetter("pairs_teams")
_PLAYERS_ARE_PAIRED = attrgetter("pairs_players")


def _ranks_players_by_opponents(chosen: Format) -> bool:
    """Tie-breaks from the opponents' adjusted scores: of players, and not by a table."""
    return chosen.ranks_players and chosen.swiss


def _has_pictures(chosen: Format) -> bool:
    return chosen.ranks_players or chosen.eliminates


def _is_swiss_of_players(chosen: Format) -> bool:
    """By a table nobody has a colour due, floats, or may not have another bye."""
    return chosen.pairs_players and chosen.swiss


def _is_swiss_of_teams(chosen: Format) -> bool:
    return chosen.pairs_teams and chosen.swiss


def _teams_meet_one_another(chosen: Format) -> bool:
    """Also if not all of them; not where the losers leave."""
    return chosen.pairs_teams and chosen.has_standings


def _decides_by_matches(chosen: Format) -> bool:
    """A knock-out, or players who can be level for a place and play off for it."""
    return chosen.eliminates or chosen.ranks_players


def _meets_for_several_rounds(chosen: Format) -> bool:
    """Two teams meet round after round, side by side: Scheveningen."""
    by_table = chosen.pairs_teams and chosen.fixed_schedule
    return by_table and chosen.boards_by_match and not chosen.meets_once


_PLAYERS_BY_TABLE = attrgetter("table_of_players")

_START, _ROUND = _("Before the first round"), _("A round")
_TABLES, _STAFF = _("Standings and tables"), _("For the arbiters")
_TEAMS = _("Teams")
_TABLE, _BULLETINS = _("Tables and people"), _("Bulletins")
_FORMS = _("Forms and reports")


def _bundle(request: PaperRequest) -> Sheet:
    raise NotImplementedError("a bundle is made of other papers")


BUNDLE = "round_bundle"
#: for the hour in which everything fails (`services.papers.fallback`)
FALLBACK = "fallback"
#: all that belongs to the report (`services.reports.targets`)
PACKAGE = "report_package"
BUNDLES = (BUNDLE, FALLBACK, PACKAGE)
PAPERS: dict[str, Paper] = {
    paper.kind: paper
    for paper in (
        Paper("players", _START, lists.start_list, options=("order", "size")),
        Paper("check_in", _START, lists.check_in, options=("order",), public=False),
        Paper("poster", _START, cards.poster),
        Paper("phone_poster", _START, phone_poster.sheet),
        Paper("berger", _START, tables.berger, Needs.SCHEDULE, fits=_PLAYERS_BY_TABLE),
        Paper("pairings", _ROUND, boards.pairings, Needs.PAIRED, ("size",)),
        Paper(
            "pairings_by_name",
            _ROUND,
            boards.pairings_by_name,
            Needs.PAIRED,
            ("size",),
        ),
        Paper(
            "pairings_by_federation",
            _ROUND,
            boards.pairings_by_federation,
            Needs.PAIRED,
            ("size",),
        ),
        # In a team the line-ups say who plays.
        Paper("absentees", _ROUND, lists.absentees, Needs.PAIRED, fits=_PLAYERS_ARE_PAIRED),
        Paper(
            "slips",
            _ROUND,
            boards.slips,
            Needs.PAIRED,
            ("per_page", "codes"),
            public=False,
            told_by=_CODES,
        ),
        Paper(
            "blank_slips", _ROUND, boards.blank_slips, Needs.ANY_ROUND, ("per_page",), public=False
        ),
        Paper("results", _ROUND, boards.results, Needs.PUBLISHED, ("size",)),
        Paper("corrections", _ROUND, notices.corrections, Needs.PUBLISHED),
        Paper(
            "standings",
            _TABLES,
            tables.standings,
            Needs.PUBLISHED,
            ("category", "size"),
        ),
        Paper("crosstable", _TABLES, tables.crosstable, Needs.PUBLISHED),
        Paper(
            "score_cards",
            _TABLES,
            score_cards.cards,
            Needs.PUBLISHED,
            ("cards",),
            fits=_ranks_players_by_opponents,
        ),
        Paper(
            "adjusted_scores",
            _TABLES,
            score_cards.adjusted_scores,
            Needs.PUBLISHED,
            ("order",),
            fits=_ranks_players_by_opponents,
        ),
        Paper("knockout", _TABLES, knockouts.knockouts, fits=_decides_by_matches),
        Paper("knockout_sheet", _TABLES, knockout_sheets.sheets, fits=_decides_by_matches),
        Paper("pictures", _TABLES, pictures.pictures, fits=_has_pictures),
        Paper("prizes", _TABLES, prizes.prizes),
        Paper("rating_changes", _TABLES, rating_changes.sheet, fits=attrgetter("has_rounds")),
        Paper("record", _TABLES, cards.records, options=("player",), fits=attrgetter("has_rounds")),
        Paper("team_list", _TEAMS, teams.team_list, fits=_TEAMS_ARE_PAIRED),
        Paper(
            "announced_matches",
            _TEAMS,
            teams.announced_matches,
            Needs.MATCHES,
            ("size",),
            fits=_is_swiss_of_teams,
        ),
        Paper("matches", _TEAMS, teams.match_list, Needs.PAIRED, ("size",), fits=_TEAMS_ARE_PAIRED),
        Paper(
            "match_sheets",
            _TEAMS,
            teams.match_sheets,
            Needs.PAIRED,
            public=False,
            fits=_TEAMS_ARE_PAIRED,
        ),
        Paper(
            "line_ups",
            _TEAMS,
            teams.line_up_sheets,
            Needs.ANY_ROUND,
            public=False,
            fits=_TEAMS_ARE_PAIRED,
        ),
        Paper(
            "meeting_sheets",
            _TEAMS,
            teams.meeting_sheets,
            Needs.PUBLISHED,
            fits=_meets_for_several_rounds,
        ),
        Paper(
            "team_standings",
            _TEAMS,
            teams.standings,
            Needs.PUBLISHED,
            ("size",),
            fits=_TEAMS_ARE_PAIRED,
        ),
        Paper(
            "team_crosstable",
            _TEAMS,
            teams.crosstable,
            Needs.PUBLISHED,
            fits=_teams_meet_one_another,
        ),
        Paper("team_boards", _TEAMS, teams.best_by_board, fits=_TEAMS_ARE_PAIRED),
        Paper(
            "pairing_cards",
            _STAFF,
            cards.pairing_cards,
            Needs.ANY_ROUND,
            public=False,
            fits=_is_swiss_of_players,
        ),
        Paper(
            "checklist",
            _STAFF,
            boards.checklist,
            Needs.PAIRED,
            public=False,
            fits=_PLAYERS_ARE_PAIRED,
        ),
        Paper(
            "reasons",
            _STAFF,
            boards.reasons,
            Needs.PAIRED,
            ("board",),
            fits=_PLAYERS_ARE_PAIRED,
        ),
        Paper(
            "plates",
            _TABLE,
            cards.plates,
            options=("order", "seats", "codes"),
            public=False,
            told_by=_CODES,
        ),
        Paper(
            "badges",
            _TABLE,
            cards.badges,
            options=("order", "codes"),
            public=False,
            told_by=_CODES,
        ),
        Paper(
            "phone_letters",
            _TABLE,
            cards.phone_letters,
            options=("order",),
            public=False,
            told_by=_CODES,
        ),
        Paper(
            "certificates",
            _TABLE,
            certificates.certificates,
            options=("places", "category"),
            public=False,
        ),
        Paper("receipts", _TABLE, receipts.receipts, public=False),
        Paper(
            "arbiters_report",
            _FORMS,
            arbiters_report.sheet,
            public=False,
            told_by=_INCIDENTS,
        ),
        Paper("it1", _FORMS, norm_forms.certificates, options=("player",), public=False),
        Paper("it3", _FORMS, norm_forms.report, public=False),
        Paper("it4", _FORMS, norm_forms.registration, public=False),
        Paper("fa1", _FORMS, norm_forms.fide_arbiters, public=False),
        Paper("ia1", _FORMS, norm_forms.international_arbiters, public=False),
        Paper(
            "round_bulletin",
            _BULLETINS,
            bulletins.round_bulletin,
            Needs.PUBLISHED,
        ),
        Paper("bulletin", _BULLETINS, bulletins.final_bulletin),
        Paper(
            BUNDLE,
            _BULLETINS,
            _bundle,
            Needs.PAIRED,
            public=False,
        ),
        Paper(
            FALLBACK,
            _BULLETINS,
            _bundle,
            Needs.PUBLISHED,
            public=False,
        ),
        Paper(PACKAGE, _FORMS, _bundle, public=False, told_by=_INCIDENTS),
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
    "meeting_sheets",
    "line_ups",
    "pairings_by_name",
    "slips",
    "team_standings",
    "team_crosstable",
    "team_boards",
    "standings",
    "round_bulletin",
)


_OF_A_REPORT = ("bulletin", "prizes", "rating_changes", "arbiters_report")
_NORMS = ("it1", "it3", "fa1", "ia1")

#: what is wanted when nothing works any more
_TO_GO_ON = (
    "pairings",
    "pairings_by_name",
    "slips",
    "blank_slips",
    "pairing_cards",
    "checklist",
    "standings",
)
_TO_GO_ON_IN_TEAMS = (
    "matches",
    "match_sheets",
    "slips",
    "blank_slips",
    "line_ups",
    "team_standings",
    "team_crosstable",
)
#: of these whoever goes on by hand needs those of the next round
AHEAD = ("pairing_cards", "line_ups")

#: a round that was published a moment ago has nothing to say in them
_OF_RESULTS = ("results", "corrections")


def bundled(kind: str, tournament: Tournament, round_: Round | None) -> list[Paper]:
    """The papers in one ZIP: of a round, or of the report."""
    if kind == PACKAGE:
        norms = tournament.format.ranks_players and tournament.rating_type == RatingType.STANDARD
        return _fitting((*_OF_A_REPORT, *(_NORMS if norms else ())), tournament)
    if kind == FALLBACK:
        in_teams = tournament.format.pairs_teams
        return _fitting(_TO_GO_ON_IN_TEAMS if in_teams else _TO_GO_ON, tournament)
    assert round_ is not None
    kinds = _OF_A_ROUND_OF_TEAMS if tournament.format.pairs_teams else _OF_A_ROUND
    return [paper for paper in _fitting(kinds, tournament) if _possible(paper, round_)]


def _fitting(kinds: Iterable[str], tournament: Tournament) -> list[Paper]:
    return [paper for paper in map(PAPERS.__getitem__, kinds) if paper.fits(tournament.format)]


def made_with_a_round(chosen: Format) -> list[Paper]:
    """The papers of a round that can be made the moment it is published."""
    per_round = (Needs.PAIRED, Needs.MATCHES, Needs.PUBLISHED)
    return [
        paper
        for paper in PAPERS.values()
        if paper.needs in per_round
        and paper.kind not in (*_OF_RESULTS, FALLBACK)  # that one is made in any case
        and paper.fits(chosen)
    ]


def _possible(paper: Paper, round_: Round) -> bool:
    after_publication = paper.needs is Needs.PUBLISHED or not paper.per_round
    return round_.is_public if after_publication else round_.is_paired


def grouped(chosen: Format) -> list[tuple[Promise, list[Paper]]]:
    """The papers that a format has, under their headings."""
    groups: dict[Promise, list[Paper]] = {}
    for paper in PAPERS.values():
        if paper.fits(chosen):
            groups.setdefault(paper.group, []).append(paper)
    return list(groups.items())
