"""Receipts for prizes, three on a page: what somebody gets, and a line for their signature."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.documents.layout import Fragment, Section, Sheet
from tournaments.documents.request import PaperRequest, player
from tournaments.models import Entry
from tournaments.queries.standings.payouts import Payout, payouts
from tournaments.wording.numbers import as_count
from tournaments.wording.papers import RECEIPTS

NOBODY = _("Nobody has reached a prize.")


def receipts(request: PaperRequest) -> Sheet:
    found, say = payouts(request.tournament), request.translator
    if not found.rows:
        block = Fragment("documents/text.html", {"text": NOBODY}, {"none": say(NOBODY)})
        return Sheet((Section(request.title(RECEIPTS), (block,), "", request.when()),))
    note = "" if found.final else say(_("not final"))
    rows = [
        {
            "number": number,
            "name": player(one.who),
            "ids": _ids(one),
            "prize": one.prize,
            "place": _place(request, one),
            "lists": ", ".join(filter(None, one.lists)),
        }
        for number, one in enumerate(found.rows, start=1)
    ]
    texts = {
        f"q{one.key}": " · ".join(filter(None, [player(one.who), one.prize, _place(request, one)]))
        for one in found.rows
    }
    context = {
        "rows": rows,
        "tournament": request.tournament,
        "event": request.tournament.event,
        "days": " / ".join(dict.fromkeys(map(request.days, say.languages))),
        "note": note,
        "emblems": request.emblems,
    }
    block = Fragment("documents/receipts.html", context, texts, "rows", 30)
    return Sheet((Section(request.title(RECEIPTS), (block,), "receipts", note=note),), found.final)


def _ids(one: Payout) -> str:
    if not isinstance(one.who, Entry):
        return ""
    return " · ".join(filter(None, [one.who.federation, one.who.club, one.who.fide_id]))


def _place(request: PaperRequest, one: Payout) -> str:
    if one.rank is None or one.score is None:
        return ""
    say = request.translator
    words = ngettext_lazy(
        "place %(place)s with %(points)s point",
        "place %(place)s with %(points)s points",
        as_count(one.score),
    )
    return say(words, place=one.rank, points=say.points(one.score))
