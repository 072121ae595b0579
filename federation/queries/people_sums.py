"""The sums of a player's games, counted by the database over all public events: a page costs what
it shows, however many games there are."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from django.db import connection
from django.utils.translation import gettext as _

from federation.queries.people_games import PlayedGame, games_at, halves_of
from pairing.results import KNOWN
from tournaments.models import Entry
from tournaments.queries.rounds.sheets import PUBLIC

#: how many frequent opponents are named
OPPONENTS = 8
#: games on the player's page itself
LATEST = 10
#: the newest games come with the sums: a first page of them
NEWEST = 50
#: by how much stronger an opponent is, by the ratings of the day: where each group begins
_BEGIN = (-199, -99, 100, 200)

#: the player's boards, each with the colour and both ratings; the opponent may be chosen
_GAMES = """
WITH mine AS MATERIALIZED (
  SELECT entry.id, entry.rating, entry.tournament_id, event.starts_on
  FROM tournaments_entry entry
  JOIN tournaments_tournament tournament ON tournament.id = entry.tournament_id
  JOIN tournaments_event event ON event.id = tournament.event_id
  WHERE entry.player_id = %(player)s AND tournament.undone_at IS NULL
    AND event.public AND NOT event.removed
), board AS (
  SELECT mine.*, pairing.id AS game, 'w' AS colour, pairing.black_id AS other, pairing.round_id,
    coalesce(nullif(pairing.result, ''), pairing.first_game) AS code
  FROM mine JOIN tournaments_pairing pairing ON pairing.white_id = mine.id
  WHERE pairing.black_id IS NOT NULL
  UNION ALL
  SELECT mine.*, pairing.id, 'b', pairing.white_id, pairing.round_id,
    coalesce(nullif(pairing.result, ''), pairing.first_game)
  FROM mine JOIN tournaments_pairing pairing ON pairing.black_id = mine.id
), played AS MATERIALIZED (
  SELECT board.game, board.colour, board.code, opponent.player_id AS opponent,
    row_number() OVER (ORDER BY coalesce(round.starts_at, board.starts_on) DESC,
      board.tournament_id DESC, round.number DESC, board.game DESC) AS place,
    CASE WHEN board.rating > 0 AND opponent.rating > 0
      THEN width_bucket(opponent.rating - board.rating, %(begin)s::int[]) END AS harder
  FROM board
  JOIN tournaments_round round ON round.id = board.round_id AND round.status = ANY(%(public)s)
  JOIN tournaments_entry opponent ON opponent.id = board.other
  WHERE %(against)s::bigint IS NULL OR opponent.player_id = %(against)s::bigint
)
"""
_SUMS = f"""{_GAMES}, often AS (
  SELECT played.opponent, sum(worth.games) AS games, min(played.place) AS latest
  FROM played JOIN unnest(%(codes)s::text[], %(worth)s::int[]) AS worth (code, games)
    ON worth.code = played.code
  WHERE played.opponent IS NOT NULL
  GROUP BY played.opponent HAVING sum(worth.games) > 1
  ORDER BY games DESC, latest LIMIT %(opponents)s
)
SELECT
  (SELECT count(*) FROM played),
  (SELECT coalesce(jsonb_agg(jsonb_build_array(colour, code, harder, games)), '[]') FROM (
    SELECT colour, code, harder, count(*) AS games FROM played GROUP BY 1, 2, 3) one),
  (SELECT coalesce(jsonb_agg(jsonb_build_array(often.opponent, latest.game, one.colour, one.code,
      one.games) ORDER BY often.games DESC, often.latest), '[]')
    FROM often JOIN played latest ON latest.place = often.latest
    JOIN (SELECT opponent, colour, code, count(*) AS games FROM played GROUP BY 1, 2, 3) one
      ON one.opponent = often.opponent),
  ARRAY(SELECT game FROM played WHERE place <= %(newest)s ORDER BY place)
"""  # noqa: S608  constants alone
_PIECE = f"""{_GAMES}
SELECT game FROM played WHERE place > %(begin_at)s AND place <= %(end_at)s ORDER BY place
"""  # noqa: S608  constants alone


@dataclass(slots=True)
class Score:
    """Of some games: won, drawn and lost, from the player's side."""

    label: str
    key: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, halves: int, times: int) -> None:
        if halves == 2:
            self.won += times
        elif halves == 1:
            self.drawn += times
        else:
            self.lost += times

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


class Games(Sequence[PlayedGame]):
    """The public games of a player, or those against one opponent, the latest first. Only those
    that are asked for are made."""

    def __init__(
        self, player: int, against: int | None = None, known: Sequence[Entry] = ()
    ) -> None:
        self.player, self.against, self.known = player, against, known

    def __len__(self) -> int:
        return int(self._sums[0])

    @overload
    def __getitem__(self, place: int) -> PlayedGame: ...
    @overload
    def __getitem__(self, place: slice) -> list[PlayedGame]: ...
    def __getitem__(self, place: int | slice) -> PlayedGame | list[PlayedGame]:
        if isinstance(place, int):
            return self._some(place, place + 1)[0]
        begin, end, _step = place.indices(len(self))
        return self._some(begin, end)

    def __iter__(self) -> Iterator[PlayedGame]:
        return iter(self._some(0, len(self)))

    @cached_property
    def by_colour(self) -> list[Score]:
        found = {"w": Score(_("White"), "w"), "b": Score(_("Black"), "b")}
        for colour, code, _harder, times in self._sums[1]:
            for single, halves in halves_of(code, colour):
                found[single].add(halves, times)
        return [score for score in found.values() if score.games]

    @cached_property
    def by_difference(self) -> list[Score]:
        """By how much stronger the opponents were, by the ratings of the day."""
        groups = [
            Score(_("200 and more below")),
            Score(_("100 to 199 below")),
            Score(_("within 99")),
            Score(_("100 to 199 above")),
            Score(_("200 and more above")),
        ]
        for colour, code, harder, times in self._sums[1]:
            if harder is not None:
                for _single, halves in halves_of(code, colour):
                    groups[harder].add(halves, times)
        return [score for score in reversed(groups) if score.games]

    @cached_property
    def opponents(self) -> list[Opponent]:
        """Those met most often, under their names of the latest game, with the score."""
        found: dict[int, Opponent] = {}
        for player, game, colour, code, times in self._sums[2]:
            if (met := self._at_hand.get(game)) is None:  # taken back a moment ago
                continue
            one = found.setdefault(player, Opponent(player, met.opponent, met.linked, Score("")))
            for _single, halves in halves_of(code, colour):
                one.score.add(halves, times)
        return list(found.values())

    @cached_property
    def _sums(self) -> Any:
        worth = {code: len(halves_of(code, "w")) for code in KNOWN}
        codes = [code for code, games in worth.items() if games]
        asked = {
            "codes": codes,
            "worth": [worth[code] for code in codes],
            "opponents": OPPONENTS,
            "newest": NEWEST,
        }
        count, scores, often, newest = self._asked(_SUMS, asked)[0]
        return count, _read(scores), _read(often), newest

    @cached_property
    def _at_hand(self) -> dict[int, PlayedGame]:
        """Those on the player's page: the latest games, and the last one with each opponent."""
        often = [game for _player, game, *_more in self._sums[2]]
        return games_at([*often, *self._sums[3][:LATEST]], self.player, self.known)

    def _some(self, begin: int, end: int) -> list[PlayedGame]:
        if end <= LATEST:
            numbers, found = self._sums[3][begin:end], self._at_hand
        else:
            if end <= NEWEST:
                numbers = self._sums[3][begin:end]
            else:
                rows = self._asked(_PIECE, {"begin_at": begin, "end_at": end})
                numbers = [game for (game,) in rows]
            found = games_at(numbers, self.player, self.known)
        return [found[number] for number in numbers if number in found]

    def _asked(self, statement: str, more: dict[str, Any]) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(
                statement,
                {
                    "player": self.player,
                    "against": self.against,
                    "public": [status.value for status in PUBLIC],
                    "begin": list(_BEGIN),
                    **more,
                },
            )
            return list(cursor.fetchall())


def _read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
