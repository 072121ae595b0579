"""The games of a player over all public events, and what they add up to."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from federation.models import Member, Privacy
from pairing.results import KNOWN, Outcome
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.entries.names import is_minor, shortened
from tournaments.queries.rounds.sheets import PUBLIC, mark_of

_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
#: how many frequent opponents are named
OPPONENTS = 8
_SIDES = ("white", "black")
_OF_A_SIDE = ("id", "name", "title", "rating", "national_rating", "birth_date", "player_id")
_OF_A_GAME = (
    "round__number", "round__status", "round__starts_at", "board", "result", "first_game",
)  # fmt: skip


@dataclass(slots=True)
class PlayedGame:
    """A board of the player; of a match of two games both."""

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
        """Colour and half points of each game that was played and is decided."""
        if not self.code:
            return []
        found, colour = [], self.colour
        for game in KNOWN[self.code].single:
            # Both games of a match are written from the side of White in game 1.
            own = game.white if self.colour == "w" else game.black
            if game.played and own in _HALVES:
                found.append((colour, _HALVES[own]))
            colour = "b" if colour == "w" else "w"
        return found


@dataclass(slots=True)
class Score:
    """Of some games: won, drawn and lost, from the player's side."""

    label: str
    key: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, halves: int) -> None:
        if halves == 2:
            self.won += 1
        elif halves == 1:
            self.drawn += 1
        else:
            self.lost += 1

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """In tenths."""
        return 10 * self.won + 5 * self.drawn

    @property
    def against(self) -> int:
        return 10 * self.games - self.points

    @property
    def percent(self) -> int:
        return round(10 * self.points / self.games) if self.games else 0

    @property
    def bar(self) -> tuple[int, int]:
        """Where the wins and, behind them, the draws end in a bar of a hundred."""
        games = self.games or 1
        return round(100 * self.won / games), round(100 * (self.won + self.drawn) / games)


@dataclass(slots=True)
class Opponent:
    player: int
    name: str
    linked: bool
    score: Score


@dataclass(frozen=True)
class Games:
    """The latest first."""

    games: Sequence[PlayedGame] = field(default_factory=list)

    @cached_property
    def by_colour(self) -> list[Score]:
        found = {"w": Score(_("White"), "w"), "b": Score(_("Black"), "b")}
        for game in self.games:
            for colour, halves in game.played():
                found[colour].add(halves)
        return [score for score in found.values() if score.games]

    @cached_property
    def by_difference(self) -> list[Score]:
        """By how much stronger the opponents were, by the ratings of the day."""
        groups: list[tuple[Callable[[int], bool], Score]] = [
            (lambda more: more >= 200, Score(_("200 and more above"))),
            (lambda more: 100 <= more < 200, Score(_("100 to 199 above"))),
            (lambda more: -100 < more < 100, Score(_("within 99"))),
            (lambda more: -200 < more <= -100, Score(_("100 to 199 below"))),
            (lambda more: more <= -200, Score(_("200 and more below"))),
        ]
        for game in self.games:
            if not game.entry.rating or not game.opponent_rating:
                continue
            more = game.opponent_rating - game.entry.rating
            for within, score in groups:
                if within(more):
                    for _colour, halves in game.played():
                        score.add(halves)
        return [score for _within, score in groups if score.games]

    @cached_property
    def opponents(self) -> list[Opponent]:
        """Those met most often, with the score."""
        found: dict[int, Opponent] = {}
        for game in self.games:  # the latest first: their name of today
            if game.opponent_player is None or not (played := game.played()):
                continue
            one = found.setdefault(
                game.opponent_player,
                Opponent(game.opponent_player, game.opponent, game.linked, Score("")),
            )
            for _colour, halves in played:
                one.score.add(halves)
        often = [one for one in found.values() if one.score.games > 1]
        return sorted(often, key=lambda one: (-one.score.games, one.name))[:OPPONENTS]


def games_of(entries: Iterable[Entry]) -> Games:
    """All public games of these entries of one player, in two questions."""
    own = {entry.pk: entry for entry in entries}
    if not own:
        return Games([])
    sides = [f"{side}__{name}" for side in _SIDES for name in _OF_A_SIDE]
    rows = (
        Pairing.objects.games()
        .filter(Q(white_id__in=own) | Q(black_id__in=own), round__status__in=PUBLIC)
        .order_by()
        .values(*_OF_A_GAME, *sides)
    )
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
    found.sort(key=lambda game: (game.day, game.entry.tournament_id, game.round), reverse=True)
    return Games(found)


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
