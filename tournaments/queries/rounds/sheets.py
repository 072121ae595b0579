"""Rounds and boards for pages, papers and the API: the same query for all."""

from dataclasses import dataclass

from django.db.models import Count, Q

from pairing.results import KNOWN
from pairing.results import ByeKind as CoreByeKind
from pairing.state import format_score
from tournaments.core.text import sort_key
from tournaments.models import UNFINISHED, Entry, GameRow, Pairing, Round, Tournament, is_game
from tournaments.queries.entries.names import shorten_names

PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)


@dataclass(frozen=True, slots=True)
class BoardRow:
    pairing: GameRow
    white_score: int  # tenths, before the round
    black_score: int


@dataclass(frozen=True, slots=True)
class ByeRow:
    pairing: Pairing
    score: int


@dataclass(frozen=True, slots=True)
class RoundSheet:
    round: Round
    boards: tuple[BoardRow, ...]
    byes: tuple[ByeRow, ...]

    @property
    def missing(self) -> list[int]:
        return [row.pairing.board for row in self.boards if not row.pairing.result]

    @property
    def open(self) -> int:
        """Games that give nothing yet, also those adjourned."""
        return sum(row.pairing.open for row in self.boards)

    @property
    def entered(self) -> int:
        return len(self.boards) - len(self.missing)


def rounds_of(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.order_by("number"))


def still_open(tournament: Tournament) -> int:
    """Games without a result while others of their round have one: nothing is final before that.

    Just after publication, with no result in, there is nothing yet that could be taken as final.
    """
    games = (
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__status__in=PUBLIC)
        .order_by()
        .values("round")
        .annotate(games=Count("pk"), open=Count("pk", filter=UNFINISHED))
    )
    return sum(row["open"] for row in games if row["open"] < row["games"])


def round_sheet(round_: Round, *, public: bool = False) -> RoundSheet:
    """The boards and byes of a round, with every player's score before it."""
    rows = list(
        round_.pairings.select_related("white", "black", *_of_matches(round_)).order_by(
            "board", "white__tpn"
        )
    )
    if public:
        shorten_names(
            round_.tournament.event, [entry for row in rows for entry in (row.white, row.black)]
        )
    scores = scores_before(round_.tournament, round_.number)
    boards = tuple(
        BoardRow(row, scores.get(row.white_id, 0), scores.get(row.black_id, 0))
        for row in rows
        if is_game(row)
    )
    byes = tuple(ByeRow(row, scores.get(row.white_id, 0)) for row in rows if not is_game(row))
    return RoundSheet(round_, boards, byes)


def _of_matches(round_: Round) -> tuple[str, ...]:
    """In an event of teams the boards are listed match by match."""
    return ("match__first", "match__second") if round_.tournament.format.pairs_teams else ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place in a round, from their side."""

    entry: Entry
    colour: str  # "w", "b" or "" without a game
    opponent: Entry | None
    pairing: Pairing


def seats_by_name(sheet: RoundSheet, language: str) -> list[Seat]:
    """Everybody in the round in the alphabet of the reader."""
    seats = [Seat(row.pairing.white, "", None, row.pairing) for row in sheet.byes]
    for row in sheet.boards:
        pairing = row.pairing
        seats.append(Seat(pairing.white, "w", pairing.black, pairing))
        seats.append(Seat(pairing.black, "b", pairing.white, pairing))
    return sorted(seats, key=lambda seat: sort_key(seat.entry.name, language))


def scores_before(tournament: Tournament, number: int) -> dict[int, int]:
    """Points of every entry before a round, in tenths."""
    points = tournament.point_system
    scores: dict[int, int] = {}
    rows = Pairing.objects.filter(
        round__tournament=tournament, round__number__lt=number
    ).values_list("white_id", "black_id", "result", "bye")
    for white, black, code, bye in rows:
        if black is None:
            scores[white] = scores.get(white, 0) + points.for_bye(CoreByeKind(bye))
        elif code:
            of_white, of_black = points.for_result(KNOWN[code])
            scores[white] = scores.get(white, 0) + of_white
            scores[black] = scores.get(black, 0) + of_black
    return scores


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a player, as the player's card shows it."""

    round: Round
    pairing: Pairing | None
    opponent: Entry | None
    colour: str  # "w", "b" or ""
    mark: str  # the points: "1", "½", "0", "+", "−" or ""
    symbol: str = ""  # the player's half of the result's code, of a match both games


#: a player's letter of a result, as it is printed
MARKS = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "-": "−", "?": "?"}


def mark_of(symbol: str) -> str:
    """The points of a game, or of a match with those of both games: "1", "1½ (1, ½)"."""
    if len(symbol) < 2:
        return MARKS.get(symbol, "")
    return f"{_points_of_match(symbol)} ({', '.join(MARKS[each] for each in symbol)})"


def short_mark_of(symbol: str) -> str:
    """Of a match its points, with the sign of a game without play: "1½", "2+"."""
    if len(symbol) < 2:
        return MARKS.get(symbol, "")
    marks = [MARKS[each] for each in symbol]
    return _points_of_match(symbol) + "".join(sign for sign in "+−" if sign in marks)


def _points_of_match(symbol: str) -> str:
    return format_score(5 * sum({"1": 2, "+": 2, "½": 1}.get(MARKS[each], 0) for each in symbol))


def player_card(entry: Entry, *, staff: bool = False) -> list[CardLine]:
    rounds = entry.tournament.rounds.order_by("number")
    if not staff:
        rounds = rounds.filter(status__in=PUBLIC)
    pairings = {
        row.round_id: row
        for row in Pairing.objects.filter(
            Q(white=entry) | Q(black=entry), round__in=rounds
        ).select_related("white", "black")
    }
    lines = []
    for round_ in rounds:
        round_.tournament = entry.tournament
        pairing = pairings.get(round_.pk)
        if pairing is None or pairing.black_id is None:
            lines.append(CardLine(round_, pairing, None, "", ""))
            continue
        is_white = pairing.white_id == entry.pk
        symbol = pairing.result[::2] if is_white else pairing.result[1::2]
        lines.append(
            CardLine(
                round_,
                pairing,
                pairing.black if is_white else pairing.white,
                "w" if is_white else "b",
                mark_of(symbol),
                symbol,
            )
        )
    return lines
