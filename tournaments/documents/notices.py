"""Notices: what was corrected after the next round was published, for the wall."""

from django.utils.translation import gettext_lazy as _

from tournaments.documents.layout import Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import ROUND, PaperRequest, player
from tournaments.queries.results.corrections import Correction, corrections_of
from tournaments.wording.papers import CORRECTIONS

CORRECTION = _("Correction %(number)s")


def corrections(request: PaperRequest) -> Sheet:
    """A notice for each correction of a result of the round, by their numbers in the tournament."""
    assert request.round is not None
    number = request.round.number
    made = [each for each in corrections_of(request.tournament) if each.act.round_number == number]
    if not made:
        nothing = _("No result of this round was corrected.")
        block = Fragment(
            "documents/text.html", {"text": nothing}, {"none": request.translator(nothing)}
        )
        return Sheet((Section(request.title(CORRECTIONS, number), (block,), "", request.when()),))
    request.shorten_names(
        [e for each in made if each.pairing for e in (each.pairing.white, each.pairing.black)]
    )
    return Sheet(tuple(_notice(request, each) for each in made))


def _notice(request: PaperRequest, made: Correction) -> Section:
    say = request.translator
    title = say.html(CORRECTION, number=made.number)
    note = say(ROUND, number=made.act.round_number)
    return Section(title, (_facts(request, made),), "large", request.when(), note)


def _facts(request: PaperRequest, made: Correction) -> Table:
    say, act = request.translator, made.act
    number = act.round_number
    lines: list[tuple[str, str, str]] = []
    if made.pairing is not None:
        game = f"{player(made.pairing.white)} – {player(made.pairing.black)}"
        board = say(_("Round %(round)s, board %(board)s"), round=number, board=made.pairing.board)
        lines.append(("game", board, game))
    lines.append(("was", say(_("Result so far")), request.result(act.before or "") or "–"))
    lines.append(("is", say(_("Right result")), request.result(act.after or "") or "–"))
    if made.report_only:
        effect = say(
            _("The rating report says the right result. Standings and pairings stay as they are.")
        )
    else:
        effect = say(
            _(
                "It counts for the standings and for the pairings from round %(later)s on. "
                "The pairings of round %(next)s stand (C.04.2 art. 4.3)."
            ),
            later=(number or 0) + 2,
            next=(number or 0) + 1,
        )
    lines.append(("effect", say(_("Effect")), effect))
    if made.undone:
        lines.append(("undone", say(_("Taken back")), say(_("This correction was taken back."))))
    lines.append(("reason", say(_("Reason")), act.reason))
    who = act.by.display_name if act.by else ""
    lines.append(("by", say(_("Decided by")), f"{who}, {request.time(act.at)}"))
    if made.confirmed_by is not None and made.confirmed_by.by is not None:
        second = f"{made.confirmed_by.by.display_name}, {request.time(made.confirmed_by.at)}"
        lines.append(("second", say(_("Second arbiter")), second))
    rows = [Row(f"c{made.number}.{key}", (head, text)) for key, head, text in lines]
    return table([("", "w55"), ("", "")], rows)
