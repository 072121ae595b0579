"""Things better looked at than read: each a drawing, a sentence, and the same as a table."""

from collections import Counter
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.results import KNOWN
from pairing.state import Record
from tournaments.core.pictures import Branch, Drawing, Line, bars, hall, lines, matrix, tree
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.queries.knockout.bracket import CourseView, StageView, TieView
from tournaments.queries.standings.table import StandingsTable, counted_state, standings_table
from tournaments.snapshot import record_of
from tournaments.wording.numbers import points_text

#: so many leaders have a line each
LEADERS = 8
#: a matrix of more players than this says nothing to the eye
MOST_IN_MATRIX = 160


@dataclass(frozen=True)
class Picture:
    """`sentence`: for who cannot see the drawing. `heads` and `rows`: the facts in it. `narrow`:
    the drawing for phones, where the other one has no room."""

    key: str
    title: str
    sentence: str
    drawing: Drawing
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    narrow: Drawing | None = None

    @cached_property
    def svg(self) -> SafeString:
        wide = self.drawing.on_page(self.sentence)  # each text is escaped there
        if self.narrow is None:
            return mark_safe(wide)
        narrow = self.narrow.on_page(self.sentence)
        return mark_safe(f'<div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div>')


def pictures_of(
    tournament: Tournament, after: int | None = None, *, public: bool = False
) -> list[Picture]:
    """Those that there is something to see in; of players, after a round."""
    if not tournament.format.ranks_players:
        return []
    table = standings_table(tournament, after, public=public)
    found: list[Picture | None] = []
    if table.after:
        found += [leaders(table), groups(table), meetings(table)]
    return [one for one in found if one is not None]


def leaders(table: StandingsTable) -> Picture | None:
    """How the points of the first grew, round by round."""
    tournament, after = table.tournament, table.after
    first = table.rows[:LEADERS]
    before = record_of(tournament, [row.entry for row in first], before_round=after + 1)
    record = Record(counted_state(before, table.missing))
    grown = {row.entry.pk: record.scores_before[before.numbers[row.entry.pk]] for row in first}
    if not first or any(grown[row.entry.pk][-1] != row.score for row in first):
        return None  # games that count no more: the curve would tell another story
    heads = ["0", *(str(number) for number in range(1, after + 1))]
    drawn = lines(
        [
            Line(
                row.entry.name,
                points_text(row.score),
                tuple(points / 10 for points in grown[row.entry.pk]),
            )
            for row in first
        ],
        heads,
    )
    listed = "; ".join(f"{row.entry.name} {points_text(row.score)}" for row in first)
    return Picture(
        "leaders",
        _("Points round by round"),
        _("The points of the first after each round. After round %(after)s: %(listed)s.")
        % {"after": after, "listed": listed},
        drawn,
        (_("Player"), *heads[1:]),
        tuple(
            (row.entry.name, *(points_text(points) for points in grown[row.entry.pk][1:]))
            for row in first
        ),
    )


def groups(table: StandingsTable) -> Picture | None:
    counted = Counter(row.score for row in table.rows)
    if len(counted) < 2:
        return None
    rows = [(points_text(score), counted[score]) for score in sorted(counted, reverse=True)]
    said = "; ".join(
        ngettext(
            "%(points)s points: %(count)s player", "%(points)s points: %(count)s players", count
        )
        % {"points": points, "count": count}
        for points, count in rows
    )
    return Picture(
        "groups",
        _("Players by points"),
        _("Players by points after round %(after)s. %(said)s.")
        % {"after": table.after, "said": said},
        bars(rows),
        (_("Points"), _("Players")),
        tuple((points, str(count)) for points, count in rows),
    )


def meetings(table: StandingsTable) -> Picture | None:
    """The games that were paired, between the players in their order."""
    people = [row.entry for row in table.rows]
    if not 2 <= len(people) <= MOST_IN_MATRIX:
        return None
    place = {entry.pk: index for index, entry in enumerate(people)}
    cells: dict[tuple[int, int], str] = {}
    games = Pairing.objects.games().filter(
        round__tournament=table.tournament, round__number__lte=table.after
    )
    names: dict[int, list[str]] = {entry.pk: [] for entry in people}
    by_pk = {entry.pk: entry for entry in people}
    count = 0
    for white, black, code in games.order_by("round__number").values_list(
        "white_id", "black_id", "result"
    ):
        if white not in place or black not in place:
            continue
        count += 1
        one, other = _marks(code)
        cells[place[white], place[black]] = one
        cells[place[black], place[white]] = other
        names[white].append(_numbered(by_pk[black]))
        names[black].append(_numbered(by_pk[white]))
    if not cells:
        return None
    values = {"games": count, "players": len(people), "after": table.after}
    return Picture(
        "meetings",
        _("Who has met whom"),
        _("%(games)s games between %(players)s players, in the order of the standings after "
          "round %(after)s. Empty squares are games that were not paired.") % values,
        matrix([(str(entry.tpn or ""), entry.name) for entry in people], cells),
        (_("Player"), _("Opponents")),
        tuple((_numbered(entry), ", ".join(names[entry.pk])) for entry in people),
        note=_("A full square is a win of the player on the left, half of one a draw, an empty one "
               "a loss, a dot a game without points."),
    )  # fmt: skip


def _marks(code: str) -> tuple[str, str]:
    if code not in KNOWN or "?" in code:
        return "", ""
    result = KNOWN[code]
    games = result.games or (result,)
    worth = {"win": 2, "forfeit_win": 2, "draw": 1}
    white = sum(worth.get(game.white.value, 0) for game in games)
    black = sum(worth.get(game.black.value, 0) for game in games)
    if not white and not black:
        return "", ""
    if white == black:
        return "draw", "draw"
    return ("win", "loss") if white > black else ("loss", "win")


def _numbered(entry: Entry) -> str:
    return f"{entry.tpn} {entry.name}" if entry.tpn else entry.name


def public_round(tournament: Tournament) -> Round | None:
    """The last round that everybody may see."""
    public = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    return public.order_by("-number").first()


def hall_of(round_: Round) -> Picture | None:
    """The boards of a round, and which of them are finished."""
    boards = list(
        round_.pairings.games().exclude(board=None).order_by("board").values_list("board", "result")
    )
    if not boards:
        return None
    states = {
        board: "adjourned" if "?" in result else "done" if result else "open"
        for board, result in boards
    }
    playing = [board for board, state in states.items() if state != "done"]
    words = {"done": _("finished"), "open": _("being played"), "adjourned": _("adjourned")}
    sentence = _("Round %(number)s: %(done)s of %(boards)s boards are finished.") % {
        "number": round_.number,
        "done": len(boards) - len(playing),
        "boards": len(boards),
    }
    if playing:
        sentence += " " + _("Still open: board %(open)s.") % {"open": ", ".join(map(str, playing))}
    return Picture(
        "hall",
        _("The hall"),
        sentence,
        hall(list(states.items())),
        (_("Board"), _("State")),
        tuple((str(board), words[state]) for board, state in states.items()),
    )


# --- The tree of a knock-out ----------------------------------------------------------------------


def tree_of(page: CourseView) -> Picture | None:
    """The matches of a knock-out, each between the two that lead to it."""
    drawn: list[tuple[str, list[Branch]]] = []
    won: dict[int, str] = {}  # the match of the stage before that each winner comes from
    for stage in page.stages:
        ties = [tie for tie in stage.ties if not tie.third_place]
        drawn.append((_name(stage, page), [_branch(tie, won) for tie in ties]))
        won = {
            side.entry.pk: tie.name
            for tie in ties
            for side in tie.sides
            if side.through and side.entry
        }
    if not any(branches for _label, branches in drawn):
        return None
    rows = tuple(
        (name, branch.name, _side(branch, 0), _side(branch, 1), _winner(branch))
        for name, branches in drawn
        for branch in branches
    )
    decided = [row for row in rows if row[-1]]
    return Picture(
        "tree",
        _("The tree"),
        _("%(decided)s of %(matches)s matches are decided.")
        % {"decided": len(decided), "matches": len(rows)},
        tree(drawn),
        (_("Stage"), _("Match"), _("One side"), _("Other side"), _("Goes on")),
        rows,
    )


def _name(stage: StageView, page: CourseView) -> str:
    if stage.last and page.knockout.winners == 1:
        return _("Final")
    if stage.preliminary:
        return _("Preliminary round")
    return _("Stage %(number)s") % {"number": stage.number}


def _branch(tie: TieView, won: dict[int, str]) -> Branch:
    names, sources = [], []
    for side in tie.sides:
        if side.entry:
            names.append(side.entry.name)
            sources.append(won.get(side.entry.pk, ""))
        else:
            comes = side.kind == "winner"
            names.append(_("winner of %(match)s") % {"match": side.words} if comes else "")
            sources.append(side.words if comes else "")
    through = [place for place, side in enumerate(tie.sides) if side.through]
    one, other = ((name, side.score) for name, side in zip(names, tie.sides, strict=True))
    return Branch((one, other), through[0] if through else None, tie.name, tuple(sources))


def _side(branch: Branch, side: int) -> str:
    name, score = branch.sides[side]
    return f"{name} {score}".strip()


def _winner(branch: Branch) -> str:
    return branch.sides[branch.winner][0] if branch.winner is not None else ""
