"""The one table of formats: every way in which a tournament can be played, and what it can do.

A `Format` says what holds for all tournaments of its kind: whom it pairs, how its rounds come
about, which byes it gives, which tie-breaks fit. Whoever needs to know asks for that
(`tournament.format.fixed_schedule`), never for a name. A new system is one entry here, the module
that it names, and its words (`tournaments.wording.systems`).

The table itself loads no engine: `pairing.systems.system(key)` does, when a round is paired.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind


class Family(StrEnum):
    """The two kinds of event that the rules of tie-breaks tell apart."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"


class Scheme(StrEnum):
    """The way in which the meetings come about."""

    #: round after round, from the results so far
    SWISS = "swiss"
    #: everybody meets everybody, by a table that is known before the first game
    TABLE = "table"
    #: winners go on, losers leave, as the announced plan has it
    KNOCKOUT = "knockout"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that only this format has; its words live outside the core."""

    name: str
    default: str | int | bool
    choices: tuple[str, ...] = ()  # for a str option
    most: int = 8  # for an int option, which begins at 1
    again: bool = False  # matters only where everybody meets everybody more than once


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A way of playing a tournament: its key, one English line about it, and what it can do."""

    key: str
    summary: str
    scheme: Scheme
    pairs_teams: bool = False

    #: module whose `SYSTEM` pairs the rounds one after the other; "" = they come otherwise
    engine: str = ""
    #: an arbiter can choose it for an event; otherwise it pairs reports and reference tournaments
    offered: bool = True
    #: "module:name" of the `TeamProgramme` with every match of teams known beforehand
    programme: str = ""
    #: module whose `pair` makes the same rounds a second time, written apart
    second_engine: str = ""
    options: tuple[Option, ...] = ()
    #: what a player or a team can be given for a round without an opponent
    byes: frozenset[ByeKind] = frozenset()
    #: the first rounds can be accelerated (Baku)
    accelerates: bool = False
    #: in the last round top scorers and their opponents are free from the colour limits
    frees_top_scorers: bool = False
    #: pairs by ratings, besides the numbers that they gave
    by_ratings: bool = False
    #: pairs nobody as long as a player has no rating
    needs_ratings: bool = False
    #: numbers count only among those who were ever to be paired, unless this option says otherwise
    counts_arrived_unless: str = ""
    #: says before a round which colours are due and who floats
    tells_prospects: bool = False
    #: floaters go towards the middle, so that those from below go up
    floats_both_ways: bool = False
    #: games that two opponents play with each other in a round; the colours change after each
    games_a_round: int = 1
    #: publishes the averages of the opponents' ratings after each round
    publishes_averages: bool = False

    #: two teams meet once, board against board; otherwise a meeting lasts several rounds
    meets_once: bool = False
    #: the boards of a match stand side by side
    boards_by_match: bool = True
    #: so many teams, neither more nor fewer; 0 = any number
    exact_teams: int = 0

    #: which tie-breaks fit, of those whom the format pairs
    family: Family = Family.SWISS
    #: keys of the lists of `tiebreaks.advice` that are proposed, of players and of teams
    tie_breaks: str = "fide.swiss"
    team_tie_breaks: str = "handbook.team_berger"
    #: FIDE allows it: a tournament can be in FIDE mode
    fide_mode: bool = False

    #: its own type in record 192 of a report, which the options may make longer; "" = none
    trf_code: str = ""
    #: the word of record 092 that names it where record 192 has no type for it
    trf_name: str = ""
    #: types of FIDE that are judged by this format as long as no other one has them
    stands_in_for: str = ""
    #: per cent of the players up to which most systems pair while the arbiter waits
    at_once: int = 100
    #: players times rounds that are checked while a program waits for the answer
    checks_at_most: int = 10_000

    @property
    def swiss(self) -> bool:
        """Rounds follow from results; everybody plays on, and who is away is left out."""
        return self.scheme is Scheme.SWISS

    @property
    def eliminates(self) -> bool:
        """Losers leave: places come from the plan, and there are no standings by points."""
        return self.scheme is Scheme.KNOCKOUT

    @property
    def fixed_schedule(self) -> bool:
        """Every round is known once the numbers are; who is away loses by forfeit."""
        return self.scheme is Scheme.TABLE

    @property
    def pairs_players(self) -> bool:
        return not self.pairs_teams

    @property
    def has_rounds(self) -> bool:
        """All play at the same time; otherwise games are due one by one, as the plan has them."""
        return self.pairs_teams or not self.eliminates

    @property
    def makes_rounds_from_plan(self) -> bool:
        """Each round is what the plan of the knock-out has due."""
        return self.has_rounds and self.eliminates

    @property
    def table_of_players(self) -> bool:
        """The numbers of the players, drawn by lot, say who meets whom in every round."""
        return self.fixed_schedule and self.pairs_players

    @property
    def several_opponents(self) -> bool:
        """A team meets more than one other team in a round."""
        return self.pairs_teams and not self.boards_by_match

    @property
    def matches_stay(self) -> bool:
        """Matches of teams follow from their numbers or from the plan: a result corrected later
        misleads no pairing."""
        return self.pairs_teams and not self.swiss

    @property
    def asked_byes(self) -> frozenset[ByeKind]:
        """The byes that a player can have for a round to come. By a table nobody has one: who is
        away gets no points, and the opponent those of a forfeit."""
        if self.table_of_players:
            return frozenset({ByeKind.ZERO_POINT})
        if self.pairs_teams:
            return frozenset()  # line-ups say who plays
        return self.byes - {ByeKind.PAIRING_ALLOCATED}

    @property
    def pairs_rounds(self) -> bool:
        """`pairing.systems.system(key).pair` pairs its rounds."""
        return bool(self.engine)

    @property
    def has_standings(self) -> bool:
        return not self.eliminates

    @property
    def ranks_players(self) -> bool:
        """The standings by points are those of players."""
        return self.has_standings and self.pairs_players

    @property
    def admits_late(self) -> bool:
        """Players can come in after the first round."""
        return self.swiss

    @property
    def draws_first_colour(self) -> bool:
        """The colour of the first board is drawn by lot with round 1."""
        return self.swiss

    @property
    def family_of_players(self) -> Family:
        """The tie-breaks that fit the standings of players, also of those who play for teams."""
        return Family.SWISS if self.pairs_teams else self.family

    @property
    def cycles(self) -> bool:
        """Everybody meets everybody as often as the option `cycles` says."""
        return self.option("cycles") is not None

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    def value(self, name: str, given: dict[str, Any]) -> Any:
        """An option as it is set, or its default."""
        option = self.option(name)
        if option is None:
            raise KeyError(name)
        return given.get(name, option.default)


_ALL_BYES = frozenset(ByeKind)
_FREE = frozenset({ByeKind.PAIRING_ALLOCATED})

#: the choice where nobody makes one
DEFAULT = "fide2026.dutch"

#: in the order in which they are offered
FORMATS: dict[str, Format] = {
    found.key: found
    for found in (
        Format(
            key=DEFAULT,
            summary="FIDE (Dutch) System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            engine="pairing.fide2026.dutch",
            second_engine="pairing.fide2026.witness",
            options=(Option("parity_numbering", "arrived", ("arrived", "tpn")),),
            byes=_ALL_BYES,
            accelerates=True,
            frees_top_scorers=True,
            counts_arrived_unless="parity_numbering",
            tells_prospects=True,
            fide_mode=True,
            trf_code="FIDE_DUTCH_2025",
            checks_at_most=60_000,
        ),
        Format(
            key="fide2026.dubov",
            summary="FIDE: Dubov System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            engine="pairing.fide2026.dubov",
            second_engine="pairing.fide2026.witness.dubov",
            options=(Option("parity_numbering", "arrived", ("arrived", "tpn")),),
            byes=_ALL_BYES,
            accelerates=True,
            by_ratings=True,
            needs_ratings=True,
            counts_arrived_unless="parity_numbering",
            tells_prospects=True,
            fide_mode=True,
            trf_code="FIDE_DUBOV",
        ),
        Format(
            key="fide2026.burstein",
            summary="FIDE: Burstein System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            engine="pairing.fide2026.burstein",
            second_engine="pairing.fide2026.witness.burstein",
            options=(
                Option("parity_numbering", "arrived", ("arrived", "tpn")),
                # C.04.7 with C.04.4.2 art. 1.6: no text says whether virtual points count there
                Option("accelerated_seeding", False),
            ),
            byes=_ALL_BYES,
            accelerates=True,
            counts_arrived_unless="parity_numbering",
            tells_prospects=True,
            fide_mode=True,
            trf_code="FIDE_BURSTEIN",
        ),
        Format(
            key="fide2026.lim",
            summary="FIDE: Lim System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            engine="pairing.fide2026.lim",
            options=(
                # C.04.4.3 art. 3.2.3, 3.8, 5.7: exchanges within 100 rating points
                Option("maxi", False),
                Option("parity_numbering", "arrived", ("arrived", "tpn")),
                # C.04.7 with C.04.4.3 art. 7.2: no text says whether virtual points count there
                Option("accelerated_first_round", False),
            ),
            byes=_ALL_BYES,
            accelerates=True,
            by_ratings=True,
            counts_arrived_unless="parity_numbering",
            tells_prospects=True,
            floats_both_ways=True,
            fide_mode=True,
            trf_name="LIM",
        ),
        Format(
            key="fide2026.double",
            summary="FIDE: Double-Swiss System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            engine="pairing.fide2026.double",
            second_engine="pairing.fide2026.witness.double",
            options=(
                # C.04.5 art. 3.6.1 (reading LX-2)
                Option("top_member", "smaller_number", ("smaller_number", "higher_score")),
                Option("parity_numbering", "arrived", ("arrived", "tpn")),
            ),
            games_a_round=2,
            byes=_ALL_BYES,
            accelerates=True,
            counts_arrived_unless="parity_numbering",
            fide_mode=True,
            trf_code="CUSTOM_DOUBLESWISS",
        ),
        Format(
            key="fide2026.team",
            summary="FIDE: Swiss Team Pairing System, edition of 1 February 2026",
            scheme=Scheme.SWISS,
            pairs_teams=True,
            engine="pairing.fide2026.team",
            second_engine="pairing.fide2026.witness.team",
            options=(
                # C.04.6 art. 1.7
                Option("preferences", "type_a", ("type_a", "type_b", "no_preferences")),
                # art. 1.2; the primary score and the points of a bye (TM-6) are rules for teams
                Option("second_score", True),
                # art. 3.6.1 (reading LX-2)
                Option("top_member", "smaller_number", ("smaller_number", "higher_score")),
                Option("parity_numbering", "arrived", ("arrived", "tpn")),
            ),
            byes=_ALL_BYES,
            accelerates=True,
            counts_arrived_unless="parity_numbering",
            meets_once=True,
            tie_breaks="fide.swiss",
            team_tie_breaks="fide.team_swiss",
            fide_mode=True,
            trf_code="FIDE_TEAM",
        ),
        Format(
            key="handbook.dutch",
            summary="Swiss by rating as in the handbook (Dutch rules of 1992-2009)",
            scheme=Scheme.SWISS,
            engine="pairing.handbook.dutch",
            options=(
                # A.2.c, C-01: the order of titles when the numbers are given
                Option("title_order", "fm_before_wim", ("fm_before_wim", "wim_before_fm")),
                # F.8: whoever forfeited the last game is left out without further notice
                Option("absent_without_notice_withdraws", False),
                # F.9: otherwise the points that the point system gives for an adjourned game
                Option("postponed_is_draw", True),
            ),
            byes=_ALL_BYES,
            frees_top_scorers=True,
        ),
        Format(
            key="handbook.lim",
            summary="Handbook 1.2: Swiss system of Lim, upper and lower half, the median group"
            " last",
            scheme=Scheme.SWISS,
            engine="pairing.handbook.lim",
            options=(Option("maxi", False), Option("protect_bye", False)),
            byes=_ALL_BYES,
            by_ratings=True,
            floats_both_ways=True,
        ),
        Format(
            key="handbook.dubov",
            summary="Handbook: Dubov, equal averages of the opponents' ratings within a score"
            " group",
            scheme=Scheme.SWISS,
            engine="pairing.handbook.dubov",
            options=(Option("bye_colour_priority", "majority", ("majority", "none")),),
            byes=_ALL_BYES,
            by_ratings=True,
            publishes_averages=True,
        ),
        Format(
            key="handbook.burstein",
            summary="Handbook: Burstein, within a score group high Sonneborn-Berger meets low",
            scheme=Scheme.SWISS,
            engine="pairing.handbook.burstein",
            byes=_ALL_BYES,
            by_ratings=True,
            at_once=60,
        ),
        Format(
            key="handbook.round_robin",
            summary="Handbook: round robin by the Berger tables, everybody meets everybody once or"
            " more often",
            scheme=Scheme.TABLE,
            engine="pairing.handbook.round_robin",
            options=(Option("cycles", 1), Option("swap_last_two", False, again=True)),
            byes=_FREE,
            family=Family.ROUND_ROBIN,
            tie_breaks="fide.round_robin",
            fide_mode=True,
            trf_code="BERGER_ROUNDROBIN",
        ),
        Format(
            key="handbook.team_swiss",
            summary="Handbook: Swiss of teams by score groups of match points or board points",
            scheme=Scheme.SWISS,
            pairs_teams=True,
            engine="pairing.handbook.team_swiss",
            byes=_ALL_BYES,
            meets_once=True,
            tie_breaks="handbook.swiss_mostly_rated",
            team_tie_breaks="handbook.teams_in_a_swiss",
        ),
        Format(
            key="handbook.team_round_robin",
            summary="Handbook: round robin of teams by the Berger tables, once or more often",
            scheme=Scheme.TABLE,
            pairs_teams=True,
            programme="pairing.handbook.team_events:ROUND_ROBIN",
            options=(Option("cycles", 1, most=4),),
            byes=_FREE,
            meets_once=True,
            family=Family.ROUND_ROBIN,
            trf_code="BERGER_TEAM_ROUNDROBIN",
        ),
        Format(
            key="handbook.skalitzka",
            summary="Handbook: three teams in two rounds by the Skalitzka method",
            scheme=Scheme.TABLE,
            pairs_teams=True,
            programme="pairing.handbook.team_events:SKALITZKA",
            options=(Option("third_game", True),),
            boards_by_match=False,
            exact_teams=3,
            family=Family.ROUND_ROBIN,
        ),
        Format(
            key="handbook.scheveningen",
            summary="Handbook: Scheveningen, every player of a team meets every player of the"
            " other",
            scheme=Scheme.TABLE,
            pairs_teams=True,
            programme="pairing.handbook.team_events:SCHEVENINGEN",
            options=(
                Option("double", False),
                Option("colours", "alternate", ("alternate", "balanced")),
            ),
            byes=_FREE,
            family=Family.ROUND_ROBIN,
        ),
        Format(
            key="handbook.team_knockout",
            summary="Handbook: knock-out between teams; the captain draws the colour of all boards",
            scheme=Scheme.KNOCKOUT,
            pairs_teams=True,
            byes=_FREE,
            family=Family.ROUND_ROBIN,
        ),
        Format(
            key="handbook.knockout",
            summary="knock-out",
            scheme=Scheme.KNOCKOUT,
        ),
    )
}


def find(key: str) -> Format:
    """The format with this key. Raises `UnsupportedRule` if there is none."""
    try:
        return FORMATS[key]
    except KeyError:
        raise UnsupportedRule("system.unknown", system=key, known=tuple(FORMATS)) from None


def offered() -> dict[str, Format]:
    """Those an arbiter can choose, in the order of the table."""
    return {found.key: found for found in FORMATS.values() if found.offered}


def having(**wanted: object) -> tuple[Format, ...]:
    """The formats that can do all of this: `having(pairs_teams=True, swiss=True)`."""
    return tuple(
        found
        for found in FORMATS.values()
        if all(getattr(found, name) == value for name, value in wanted.items())
    )


def keys(**wanted: object) -> tuple[str, ...]:
    """The keys of `having`, for choices and database queries."""
    return tuple(found.key for found in having(**wanted))
