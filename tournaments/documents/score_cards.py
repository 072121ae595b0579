"""The handbook's pairing cards with their tie-breaks, and its list of adjusted scores."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.documents.layout import CELLS_OF_A_PART, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest, player, tpn
from tournaments.models import ByeKind
from tournaments.queries.standings.crosstable import Cell
from tournaments.queries.standings.score_cards import ScoreCard, ScoreCards, score_cards
from tournaments.wording.papers import ADJUSTED_SCORES, SCORE_CARDS

LEVEL = "level"
NO_GAME = "–"
#: cells of a round on a card
_CELLS = 9


def cards(request: PaperRequest) -> Sheet:
    """A card a player, in the order of the standings; those level on points alone, or one."""
    found = _found(request)
    wanted = request.options.get("cards", "")
    shown = [
        card
        for card in found.cards
        if not wanted or (card.level if wanted == LEVEL else str(card.entry.pk) == wanted)
    ]
    # Sections flow on; they only part what would not fit into memory together.
    size = max(1, CELLS_OF_A_PART // (_CELLS * (found.table.after + 2)))
    title = request.title(SCORE_CARDS, found.table.after)
    sections = tuple(
        Section(
            title if start == 0 else "",
            tuple(_card(request, card) for card in shown[start : start + size]),
            "flow" if start else "",
            note=_note(request, found) if start == 0 else "",
        )
        for start in range(0, len(shown), size)
    )
    return Sheet(sections, final=found.table.final)


def _found(request: PaperRequest) -> ScoreCards:
    number = request.round.number if request.round else None
    return score_cards(request.tournament, number, public=request.public)


def _note(request: PaperRequest, found: ScoreCards) -> str:
    """The tie-break of each column, in every language of the paper."""
    say, notes = request.translator, []
    heads = (_("Med."), _("Sol."), _("Ber."))
    for language in say.languages:
        with override(language):
            said = (
                f"{head} = {name} ({code})"
                for head, (code, name) in zip(heads, found.names, strict=True)
            )
            notes.append("; ".join(said))
    notes = list(dict.fromkeys(notes))
    return " / ".join([*notes, say(_("In brackets: left out."))])


def _card(request: PaperRequest, card: ScoreCard) -> Table:
    say = request.translator
    columns = [
        (say.html(_("Rd")), "w9 n"),
        (say.html(_("Col.")), "w11 c"),
        (say.html(_("Pts")), "w13 n"),
        (say.html(_("TOTAL")), "w16 n b"),
        (say.html(_("No.")), "w11 n"),
        (say.html(_("Opponent")), ""),
        (say.html(_("Med.")), "w16 n"),
        (say.html(_("Sol.")), "w16 n"),
        (say.html(_("Ber.")), "w16 n"),
    ]
    key = f"p{card.entry.pk}"
    rows = []
    for one in card.rounds:
        other = one.cell.opponent if one.cell else None
        colour = say.colour(one.cell.colour) if one.cell else ""
        mark = one.cell.mark if one.cell else NO_GAME
        people = (tpn(other), player(other)) if other else ("", _without(request, one.cell))
        cells = (
            str(one.number),
            colour,
            mark,
            say.number(one.total),
            *people,
            *map(say.number, one.values),
        )
        rows.append(Row(f"{key}.{one.number}", cells))
    adjusted = f"{say(_('Adjusted score'))}: {say.number(card.adjusted)}"
    last = ("", "", "", say.number(card.points), "", adjusted, *map(say.number, card.sums))
    rows.append(Row(f"{key}.sum", last, "strong rule"))
    head = [tpn(card.entry), player(card.entry), f"{say(_('Rank'))} {card.rank}"]
    return table(columns, rows, " · ".join(filter(None, head)), "boards together")


def _without(request: PaperRequest, cell: Cell | None) -> str:
    """Why there is no opponent."""
    return request.translator(ByeKind(cell.bye).label) if cell and cell.bye else NO_GAME


def adjusted_scores(request: PaperRequest) -> Sheet:
    """By number and name, as the handbook recommends it beside the cards."""
    found = _found(request)
    say = request.translator
    columns = [
        (say.html(_("No.")), "w11 n"),
        (say.html(_("Name")), ""),
        (say.html(_("Points")), "w20 n"),
        (say.html(_("Rounds that count as a draw")), "w44 c"),
        (say.html(_("Adjusted score")), "w26 n b"),
    ]
    people = {card.entry: card for card in found.cards}
    by_number = sorted(people, key=lambda entry: entry.tpn or 0)
    rows = []
    for entry in request.ordered(by_number):
        card = people[entry]
        points, adjusted = map(say.number, (card.points, card.adjusted))
        cells = (tpn(entry), player(entry), points, _as_half(card), adjusted)
        rows.append(Row(f"p{entry.pk}", cells))
    if request.tournament.tie_break_edition == "handbook":
        note = _("Used for tie-breaks only: a round without a game counts as a draw here.")
    else:
        note = _(
            "Used for tie-breaks only: a bye that was asked for counts as a draw here, unless the "
            "player was paired later (C.07 art. 16)."
        )
    title = request.title(ADJUSTED_SCORES, found.table.after)
    section = Section(title, (table(columns, rows, css="boards"),), note=say(note))
    return Sheet((section,), final=found.table.final)


def _as_half(card: ScoreCard) -> str:
    """The rounds, with what they gave: "5 (+)"."""
    marks = {one.number: one.cell.mark if one.cell else NO_GAME for one in card.rounds}
    return ", ".join(f"{number} ({marks[number]})" for number in card.as_half)
