"""The standings of teams, by match points or by game points, and how they came about."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pairing.formats import Family
from pairing.results import Outcome
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.explain import explain_in, explain_list_in
from tiebreaks.field import Field, Value
from tiebreaks.ledger import Ledger, Rules
from tiebreaks.standings import Standings, check_list, rank
from tiebreaks.teams.book import TeamBook
from tiebreaks.teams.event import TeamEvent
from tiebreaks.working import Working


def build_team_field(
    event: TeamEvent,
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    primary: str = "",
    seed: int | str | None = None,
    external: Mapping[str, Mapping[int, Value]] | None = None,
    compat: str = "",
) -> Field:
    rules = Rules(edition, family is Family.ROUND_ROBIN, compat == "ref")
    counted = len(event.rounds) if after is None else min(max(after, 0), len(event.rounds))
    book = TeamBook(event, counted)
    numbers = [team.number for team in event.teams]
    worth = {
        "MP": (event.match_points.win, event.match_points.draw, event.match_points.loss),
        "GP": (
            event.points.win * event.boards,
            event.points.draw * event.boards,
            event.points.loss * event.boards,
        ),
    }
    ledgers = {
        score: Ledger(
            numbers=numbers,
            cells=book.cells(score),
            win=win,
            draw=draw,
            loss=loss,
            counted=counted,
            total=max(event.total_rounds, len(event.rounds), 1),
            rules=rules,
            bonuses=[bonus for kind, bonus in event.bonuses if kind == score],
        )
        for score, (win, draw, loss) in worth.items()
    }
    return Field(
        ledgers=ledgers,
        rules=rules,
        primary=primary or event.primary,
        seed=seed,
        external=external or {},
        teams=book,
    )


def team_standings(
    event: TeamEvent,
    codes: str | Sequence[str | Code],
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    members: Collection[int] | None = None,
    expelled: Collection[int] = (),
    by_hand: Sequence[int] = (),
    compat: str = "",
    **settings: Any,
) -> Standings:
    """The standings of teams; a list that begins with MPTS or GPTS says which score ranks."""
    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    check_list(chosen, edition=edition, family=family, compat=compat, teams=True)
    field = build_team_field(
        event, edition=edition, family=family, primary=primary, compat=compat, **settings
    )
    adjourned = tuple(
        (round_.number, board.first_player, board.second_player)
        for round_ in event.rounds[: field.ledger().counted]
        for match in round_.matches
        for board in match.boards
        if board.first is Outcome.ADJOURNED
    )
    return rank(
        field,
        chosen,
        members=members,
        expelled=frozenset(expelled),
        by_hand=by_hand,
        adjourned=adjourned,
    )


def team_list(
    event: TeamEvent, codes: str | Sequence[str | Code], *, edition: str, compat: str
) -> tuple[str, tuple[Code, ...]]:
    """The primary score and the list after it."""
    parts = codes if isinstance(codes, str) else tuple(codes)
    chosen = registry.parse_list(parts, edition=edition, compat=compat)
    if chosen and chosen[0].name == "PTS":
        return chosen[0].score or event.primary, chosen[1:]
    return event.primary, chosen


def explain_team(
    event: TeamEvent,
    code: str | Code,
    team: int,
    *,
    codes: str | Sequence[str | Code] = (),
    place: int | None = None,
    edition: str = "fide2026",
    compat: str = "",
    **settings: Any,
) -> Working:
    """The working of a value of a team; see `explain.explain`."""
    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    field = build_team_field(event, edition=edition, primary=primary, compat=compat, **settings)
    own = registry.parse(code, edition=edition, compat=compat)
    return explain_in(field, own, team, chosen=chosen, place=place)


def explain_team_list(
    event: TeamEvent,
    codes: str | Sequence[str | Code],
    team: int,
    *,
    edition: str = "fide2026",
    compat: str = "",
    **settings: Any,
) -> tuple[Working, ...]:
    """The working of every value of a team, in the order of the list."""
    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    field = build_team_field(event, edition=edition, primary=primary, compat=compat, **settings)
    return explain_list_in(field, chosen, team)
