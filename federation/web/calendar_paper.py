"""The announcement of an event on paper: the same facts as on its page."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from federation.queries.calendar_event import Front
from federation.queries.calendar_facts import Fact, facts_of, section_cells, section_heads
from tournaments.documents.layout import Block, Column, Fragment, Row, Section, Sheet, Table
from tournaments.documents.render import margins, page, to_pdf
from tournaments.documents.translator import Translator
from tournaments.wording.days import days_of


def regulations_pdf(front: Front, language: str) -> bytes:
    calendar = front.calendar
    event = calendar.event
    assert event is not None
    with override(language):
        sheet = _sheet(front)
        made = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
        style = margins(
            size="A4",
            header=calendar.name,
            number=_("Regulations"),
            made=_("made %(time)s") % {"time": made},
            address=settings.SITE_URL + reverse("public:event", args=[event.slug]),
            draft=_("CANCELLED") if front.cancelled else "",
            bare=False,
        )
        context = {
            "margins": style,
            "event": event,
            "tournament": {"full_name": calendar.name},
            "title": _("Regulations"),
            "subject": days_of(event),
            "made": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        return to_pdf(page(sheet, Translator(language), context))[0]


def _sheet(front: Front) -> Sheet:
    calendar = front.calendar
    assert calendar.event is not None
    blocks: list[Block] = [_facts(facts_of(front))]
    columns = tuple(Column(head) for head in section_heads(front))
    rows = tuple(
        Row(f"s{number}", tuple(section_cells(front, line)))
        for number, line in enumerate(front.sections)
    )
    blocks.append(Table(columns, rows, _("Sections")))
    for title, lines in (
        (_("Prizes"), front.prizes),
        (_("Schedule"), front.schedule),
        (_("Further regulations"), calendar.regulations.splitlines()),
    ):
        if lines:
            blocks.append(Fragment("documents/lines.html", {"lines": lines, "title": title}))
    return Sheet((Section(calendar.name, tuple(blocks), when=days_of(calendar.event)),))


def _facts(facts: list[Fact]) -> Table:
    rows = tuple(Row(f"f{number}", (one.label, one.words)) for number, one in enumerate(facts))
    return Table((Column(""), Column("")), rows)
