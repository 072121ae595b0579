"""The irregular acts of a tournament as lines `###` of its report, with all that a checker needs to
pair every round again from what was known then (`pairing.trf.history` reads them).

What was undone since, or had no effect on any pairing that stands, is not told.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from pairing.trf.history import as_runs
from tournaments.models import ByeKind, GameRow, Irregular, LogEntry, Pairing, Round, Tournament
from tournaments.wording.results import plain_result

#: what makes the pairing of a round what it is
_SETTLING = ("round.paired", "round.imported", "round.edited")
#: what makes the matches of a Swiss of teams what they are, before there are boards
_OF_MATCHES = ("matches.paired", "matches.exchanged", "matches.discarded")
_BYES = ("bye.granted", "bye.cancelled", "team.bye_given", "team.bye_cancelled")
_FOLLOWED = (
    *_SETTLING,
    *_OF_MATCHES,
    "round.restored",
    "round.published",
    "round.unpublished",
    *_BYES,
    "act.undone",
)
UNDONE = "act.undone"


@dataclass(slots=True)
class Acts:
    """The log read once: the irregular acts that stand, and what each round was paired after."""

    standing: list[LogEntry] = field(default_factory=list)
    #: by round: the acts that made its pairing, the last one on top
    settled: dict[int, list[LogEntry]] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    #: by irregular act: the last round published by then, 0 = none yet
    during: dict[int, int] = field(default_factory=dict)

    def settled_after(self, act: LogEntry) -> list[int]:
        """Rounds whose pairing was made after this act."""
        return [number for number, made in self.settled.items() if made and made[-1].pk > act.pk]


def acts_of(tournament: Tournament) -> Acts:
    acts = Acts()
    byes: dict[tuple[str, int | None], LogEntry] = {}
    public: set[int] = set()
    found: list[LogEntry] = []
    lines = tournament.log.filter(Q(irregular__gt="") | Q(act__in=_FOLLOWED)).order_by("id")
    for entry in lines:
        number = entry.round_number or 0
        made = acts.settled.setdefault(number, []) if number else []
        if entry.act == "matches.discarded":
            made.clear()
        elif entry.act == "matches.paired" or (entry.act == "round.paired" and not _matches(made)):
            made[:] = [entry]
        elif entry.act in ("round.imported", "round.edited", "matches.exchanged"):
            made.append(entry)
        elif entry.act == "round.restored":
            del made[-1:]
        elif entry.act == "round.published":
            public.add(number)
        elif entry.act == "round.unpublished":
            public.discard(number)
        elif entry.act == UNDONE:
            acts.undone.add((entry.after or {}).get("line", 0))
        elif entry.act in _BYES:
            byes[entry.target, entry.round_number] = entry
        if entry.irregular:
            acts.during[entry.pk] = max(public, default=0)
            found.append(entry)
    for entry in found:
        made = acts.settled.get(entry.round_number or 0, [])
        overtaken = (
            entry.pk in acts.undone
            or (entry.act in (*_SETTLING, *_OF_MATCHES) and entry not in made[-1:])
            or (entry.act in _BYES and byes[entry.target, entry.round_number].pk != entry.pk)
        )
        if not overtaken:
            acts.standing.append(entry)
    return acts


def _matches(made: list[LogEntry]) -> bool:
    """The matches of the round were paired before its boards were made."""
    return any(entry.act == "matches.paired" for entry in made)


# --- The lines ------------------------------------------------------------------------------------


def irregular_lines(
    tournament: Tournament, numbers: Mapping[int, int] | None = None
) -> Iterator[str]:
    """`### Kind @ Round n: what`, oldest first. `numbers` are those of the report."""
    if numbers is None:
        numbers = dict(tournament.entries.numbered().values_list("pk", "tpn"))
    acts = acts_of(tournament)
    games = _games(tournament, acts.standing)
    told: set[tuple[int, int]] = set()  # board and round paired: what counted first is told
    for entry in acts.standing:
        line = _line(tournament, entry, acts, games, numbers, told)
        if line:
            yield line


def _games(tournament: Tournament, acts: list[LogEntry]) -> dict[str, GameRow]:
    """The boards that the acts are about, by the log's name of them."""
    targets = {act.target for act in acts if act.target.startswith("pairing:")}
    rows = (
        Pairing.objects.games()
        .filter(
            round__tournament=tournament, pk__in=[target.partition(":")[2] for target in targets]
        )
        .select_related("round")
    )
    return {f"pairing:{row.pk}": row for row in rows}


def _line(
    tournament: Tournament,
    entry: LogEntry,
    acts: Acts,
    games: dict[str, GameRow],
    numbers: Mapping[int, int],
    told: set[tuple[int, int]],
) -> str:
    number = entry.round_number or acts.during[entry.pk]
    what = entry.label
    before, after = entry.before, entry.after
    if tournament.format.pairs_teams and (
        entry.act == "round.imported" or entry.target.startswith("team:")
    ):
        numbers = _numbers_of_teams(tournament)
    if entry.act == "matches.exchanged":
        what = _alteration_of_matches(tournament, number)
        return _said(entry, number, what) if what else ""
    if entry.act in ("round.edited", "round.imported"):
        what = _alteration(entry, numbers)
    elif entry.act == "result.report_corrected":
        return ""  # the line ### Report says it as it stands now
    elif entry.act.startswith("result."):
        game = games.get(entry.target)
        if entry.act == "result.cleared":
            return _said(entry, number, f"{_seat_or_board(entry, game, numbers)} cleared")
        if game is None:
            return ""  # another pairing took the place of that board
        rounds = _paired_before(tournament, entry, acts, told)
        if not rounds:
            return ""
        what = (
            f"{numbers[game.white_id]}-{numbers[game.black_id]}, "
            f"{plain_result(before or '')} => {plain_result(after or '')}, "
            f"used in {'round' if len(rounds) == 1 else 'rounds'} {', '.join(map(str, rounds))}"
        )
    elif entry.irregular == Irregular.FULL_BYE:
        what = str(numbers.get(int(entry.target.partition(":")[2]), entry.label))
    elif entry.irregular == Irregular.RENUMBERING:
        what = ", ".join(f"{(before or {}).get(pk)} => {new}" for pk, new in (after or {}).items())
    elif entry.act == "tournament.left_fide_mode":
        what = "FIDE mode left"
    elif entry.act == "round.unpublished":
        what = "published pairings taken back"
    elif isinstance(before, dict) and isinstance(after, dict):
        what = ", ".join(f"{name} {before.get(name)} => {value}" for name, value in after.items())
    return _said(entry, number, what)


def _said(entry: LogEntry, number: int, what: str) -> str:
    reason = f" ({entry.reason})" if entry.reason else ""
    return f"### {entry.irregular} @ Round {number}: {what}{reason}"


def _seat_or_board(entry: LogEntry, game: GameRow | None, numbers: Mapping[int, int]) -> str:
    """The players and what they had: of a board that is there no more, its number."""
    board = entry.label.partition("/")[2]
    who = f"{numbers[game.white_id]}-{numbers[game.black_id]}" if game else f"board {board}"
    return f"{who}, {plain_result(entry.before or '')}"


def _alteration(entry: LogEntry, numbers: Mapping[int, int]) -> str:
    """`correct => used` by the numbers of the report; lines of before they were kept by person
    say what they said then."""
    correct, used = (_seats(side, numbers) for side in (entry.before, entry.after))
    if correct is None or used is None:
        return entry.label.partition(": ")[2] or entry.label
    if correct == used:
        return "as the program pairs"
    return f"{correct or '-'} => {used or '-'}"


def _numbers_of_teams(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.teams.numbered().values_list("pk", "number"))


def _alteration_of_matches(tournament: Tournament, number: int) -> str:
    """`correct => used` by the numbers of the teams, once the round is public; "" if the matches
    are those of the program."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or not round_.is_public:
        return ""
    correct, used = program_and_used(round_)
    differ = [sorted(one - other) for one, other in ((correct, used), (used, correct))]
    if not any(differ):
        return ""
    texts = [" ".join(f"{first}-{second}" for first, second in side) or "-" for side in differ]
    return " => ".join(texts)


def program_and_used(round_: Round) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The matches of a Swiss as the program paired them, and as they are: by the numbers of the
    teams, White on board 1 first, the bye as 0."""
    stored = (round_.trace or {}).get("matches") or {}
    correct = {(first, second) for first, second in stored.get("boards", ())}
    if stored.get("bye"):
        correct.add((stored["bye"], 0))
    rows = round_.matches.values_list("first__number", "second__number")
    used = {(first or 0, second or 0) for first, second in rows}
    free = round_.team_byes.filter(kind=ByeKind.PAIRING_ALLOCATED)
    used |= {(number or 0, 0) for number in free.values_list("team__number", flat=True)}
    return correct, used


def _seats(side: Any, numbers: Mapping[int, int]) -> str | None:
    seats = side.get("seats") if isinstance(side, dict) else None
    if seats is None:
        return None
    return " ".join(
        f"{numbers.get(white, 0)}-{numbers.get(black, 0) if black else 0}" for white, black in seats
    )


def _paired_before(
    tournament: Tournament, entry: LogEntry, acts: Acts, told: set[tuple[int, int]]
) -> list[int]:
    """The published rounds that were paired from the result as it was before this act."""
    board = int(entry.target.partition(":")[2])
    rounds = []
    for number, made in sorted(acts.settled.items()):
        if number <= (entry.round_number or 0) or not made or made[-1].pk > entry.pk:
            continue
        if (board, number) not in told:
            told.add((board, number))
            rounds.append(number)
    return rounds


def number_lines(tournament: Tournament, numbers: Mapping[int, int], last: int) -> Iterator[str]:
    """Lines for numbers held when a round was paired, where they matter and differ from now."""
    rows = tournament.rounds.filter(
        number__lte=last, status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]
    ).values_list("number", "trace__order", "trace__numbers")
    present = tuple(range(1, len(numbers) + 1))
    # Only numbers of those who were ever to be paired count in some systems.
    unless = tournament.format.counts_arrived_unless
    order_only = bool(unless) and unless not in (tournament.options or {})
    for number, order, held in rows.order_by("number"):
        if order is None and not held:
            continue
        people = order or [pk for _tpn, pk in sorted(held.items(), key=lambda item: int(item[0]))]
        then = tuple(numbers.get(pk, 0) for pk in people)
        left = [each for each in then if each]
        if then == present or (order_only and left == sorted(left)):
            continue
        yield f"### Numbers @ Round {number}: {as_runs(then)}"


def rating_lines(tournament: Tournament, numbers: Mapping[int, int], last: int) -> Iterator[str]:
    """Lines for ratings that differed when a round was paired, in systems that pair by ratings."""
    if not tournament.format.by_ratings:
        return
    rows = tournament.rounds.filter(
        number__lte=last, status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]
    ).values_list("number", "trace__ratings")
    now = dict(tournament.entries.values_list("pk", "rating"))
    for number, then in rows.order_by("number"):
        others = sorted(
            (numbers[int(pk)], rating)
            for pk, rating in (then or {}).items()
            if int(pk) in numbers and now[int(pk)] != rating
        )
        if others:
            told = ", ".join(f"{who} {rating}" for who, rating in others)
            yield f"### Ratings @ Round {number}: {told}"


def kept_reasons(tournament: Tournament) -> dict[int, str]:
    """By board: why its result is reported otherwise."""
    reasons: dict[int, str] = defaultdict(str)
    rows = tournament.log.filter(act="result.report_corrected").order_by("id")
    for target, reason in rows.values_list("target", "reason"):
        reasons[int(target.partition(":")[2])] = reason
    return reasons
