"""The rating changes of everybody, on paper."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, table
from tournaments.documents.request import NO_RATING, PaperRequest, player, tpn
from tournaments.queries.standings.rating_changes import rating_changes
from tournaments.wording.papers import RATING_CHANGES

NONE_YET = _("No game against a rated player has been played yet.")
ESTIMATE = _(
    "An estimate: FIDE adds up all events of the month, by the list valid at the start, and has "
    "the last word."
)


def sheet(request: PaperRequest) -> Sheet:
    say = request.translator
    found = rating_changes(request.tournament, public=request.public)
    note = "" if found.final else say(_("not final"))
    title = request.title(RATING_CHANGES, found.after or None)
    if not found.rows:
        words = say(NONE_YET)
        block: Block = Fragment("documents/text.html", {"text": NONE_YET}, {"none": words})
        return Sheet((Section(title, (block,), note=note),), final=found.final)
    columns: list[tuple[str, str]] = [
        (say.html(_("No.")), "w9 n"),
        (say.html(_("Name")), ""),
        (say.html(_("Fed.")), "w11"),
    ]
    columns += [(say.html(_("Rating")), "w13 n")]
    columns += [(say.html(_("Games")), "w13 n")]
    columns += [(say.html(_("Average")), "w13 n"), (say.html(_("Points")), "w13 n")]
    columns += [(say.html(pgettext_lazy("rating", "Expected")), "w13 n"), ("K", "w9 n")]
    columns += [
        (say.html(pgettext_lazy("rating", "Change")), "w13 n b"),
        (say.html(_("New")), "w13 n b"),
    ]
    rows = []
    for one in found.rows:
        rated = bool(one.estimate.games)
        cells = (
            tpn(one.entry), player(one.entry), one.entry.federation,
            str(one.estimate.rating or NO_RATING), str(one.games), str(one.average),
            say.points(5 * one.halves),
            say.number(f"{one.expected_hundredths / 100:.2f}") if rated else "–",
            str(one.estimate.coefficient) if rated else "–",
            one.change or "–", str(one.new or "–"),
        )  # fmt: skip
        rows.append(Row(f"p{one.entry.pk}", cells))
    words = say(ESTIMATE)
    blocks = (
        table(columns, rows),
        Fragment("documents/text.html", {"text": ESTIMATE}, {"estimate": words}),
    )
    return Sheet((Section(title, blocks, "wide" if say.both else "", note=note),), found.final)
