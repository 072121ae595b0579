"""The games of a player over all public events."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from federation.models import Member, Privacy
from pairing.results import KNOWN, Outcome
from tournaments.models import Entry, Pairing, RegisteredPlayer, Round
from tournaments.queries.entries.names import is_minor, shortened
from tournaments.queries.rounds.sheets import PUBLIC, mark_of

_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_SIDES = ("white", "black")
_OF_A_SIDE = ("id", "name", "title", "rating", "national_rating", "birth_date", "player_id")
_OF_A_GAME = (
    "round__number", "round__status", "round__starts_at", "board", "result", "first_game",
)  # fmt: skip


@dataclass(slots=True)
class PlayedGame:
    """A board of the player; of a match of two games both."""

    number: int  # of the row
    entry: Entry  # of the player, with its tournament and event
    round: int
    day: date
    board: int | None
    colour: str  # "w" or "b"; of a match that of game 1
    opponent: str
    title: str
    opponent_rating: int
    opponent_national: int
    opponent_player: int | None
    code: str
    open_round: bool
    #: the opponent's page is shown
    linked: bool = False

    @property
    def symbol(self) -> str:
        return self.code[::2] if self.colour == "w" else self.code[1::2]

    @property
    def mark(self) -> str:
        return mark_of(self.symbol)

    @property
    def waits(self) -> bool:
        """It is still being played."""
        return self.open_round and (not self.code or "?" in self.code)

    def played(self) -> list[tuple[str, int]]:
        return halves_of(self.code, self.colour)


def halves_of(code: str, colour: str) -> list[tuple[str, int]]:
    """Colour and half points of each game that was played and is decided, for who had this colour
    in game 1."""
    if not code:
        return []
    found, now = [], colour
    for game in KNOWN[code].single:
        # Both games of a match are written from the side of White in game 1.
        own = game.white if colour == "w" else game.black
        if game.played and own in _HALVES:
            found.append((now, _HALVES[own]))
        now = "b" if now == "w" else "w"
    return found


def games_of(entries: Iterable[Entry]) -> list[PlayedGame]:
    """All public games of these entries of one player, the latest first, in two questions."""
    own = {entry.pk: entry for entry in entries}
    if not own:
        return []
    boards = Pairing.objects.games().filter(
        Q(white_id__in=own) | Q(black_id__in=own), round__status__in=PUBLIC
    )
    found = _made(own, _rows(boards))
    found.sort(key=lambda game: (game.day, game.entry.tournament_id, game.round), reverse=True)
    return found


def games_at(
    numbers: Iterable[int], player: int, known: Iterable[Entry] = ()
) -> dict[int, PlayedGame]:
    """The games of these rows from the side of the player, some of whose places are `known`."""
    wanted = set(numbers)
    if not wanted:
        return {}
    rows = _rows(Pairing.objects.games().filter(pk__in=wanted))
    own = {entry.pk: entry for entry in known}
    sides = [{row["white__id"], row["black__id"]} for row in rows]
    if missing := [pk for two in sides if not two & own.keys() for pk in two]:
        places = Entry.objects.filter(pk__in=missing, player=player)
        own |= {entry.pk: entry for entry in with_event(places)}
    return {game.number: game for game in _made(own, rows)}


def public_entries(player: RegisteredPlayer) -> QuerySet[Entry]:
    """Their places in tournaments that everybody may see, the latest first."""
    found = Entry.objects.filter(
        player=player,
        tournament__undone_at=None,
        tournament__event__public=True,
        tournament__event__removed=False,
    )
    return with_event(found).order_by("-tournament__event__ends_on", "-tournament__position", "-pk")


def with_event(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """With their tournament and event, without what is long there."""
    return entries.select_related("tournament__event").defer(
        "tournament__regulations", "tournament__prizes", "tournament__arbiters_report"
    )


def _rows(boards: QuerySet[Any]) -> list[dict[str, Any]]:
    sides = [f"{side}__{name}" for side in _SIDES for name in _OF_A_SIDE]
    return list(boards.order_by().values("pk", *_OF_A_GAME, *sides))


def _made(own: dict[int, Entry], rows: list[dict[str, Any]]) -> list[PlayedGame]:
    found = [_game(own, row) for row in rows]
    met = {game.opponent_player for game in found if game.opponent_player is not None}
    private = dict(
        Member.objects.filter(pk__in=met).exclude(privacy=Privacy.OPEN).values_list("pk", "privacy")
    )
    for game in found:
        wish = private.get(game.opponent_player or 0)
        if wish:
            game.opponent = shortened(game.opponent)
        game.linked = game.opponent_player is not None and wish != Privacy.HIDDEN
    return found


def _game(own: dict[int, Entry], row: dict[str, Any]) -> PlayedGame:
    is_white = row["white__id"] in own
    me, side = ("white", "black") if is_white else ("black", "white")
    entry = own[row[f"{me}__id"]]
    event = entry.tournament.event
    name = row[f"{side}__name"]
    short = event.shorten_minors and is_minor(
        Entry(name=name, birth_date=row[f"{side}__birth_date"]), event
    )
    starts_at = row["round__starts_at"]
    return PlayedGame(
        number=row["pk"],
        entry=entry,
        round=row["round__number"],
        day=starts_at.astimezone(event.zone).date() if starts_at else event.starts_on,
        board=row["board"],
        colour="w" if is_white else "b",
        opponent=shortened(name) if short else name,
        title=row[f"{side}__title"],
        opponent_rating=row[f"{side}__rating"],
        opponent_national=row[f"{side}__national_rating"],
        opponent_player=row[f"{side}__player_id"],
        code=row["result"] or row["first_game"],
        open_round=row["round__status"] == Round.Status.PUBLISHED,
    )
