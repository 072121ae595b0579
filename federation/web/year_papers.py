"""The annual report on paper: the same pictures, in greys, each with its table."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from federation.queries.year_figures import YearReport
from federation.queries.year_pictures import pictures_of_year, plain
from federation.services.years import Counted
from federation.web.papers import pdf
from tournaments.documents.fonts import FAMILIES, printable
from tournaments.documents.layout import Block, Fragment, Row, table
from tournaments.documents.pictures import LATIN
from tournaments.documents.qr import as_data
from tournaments.queries.standings.pictures import Picture


def year_pdf(counted: Counted, language: str) -> bytes:
    report = counted.report
    with override(language):
        at = date_format(timezone.localtime(counted.at), "SHORT_DATETIME_FORMAT")
        blocks: list[Block] = [_totals(report)]
        for picture in pictures_of_year(report):
            blocks += _drawn(picture)
        return pdf(
            blocks,
            title=_("The year %(year)s") % {"year": report.year},
            kind=_("Annual report"),
            when=f"{settings.FEDERATION} · {_('Counted on %(time)s.') % {'time': at}}",
            address=reverse("federation:year", args=[report.year]),
            language=language,
        )


def _totals(report: YearReport) -> Block:
    rows = [
        Row("events", (_("Events"), plain(report.events))),
        Row("tournaments", (_("Tournaments"), plain(report.tournaments))),
        Row("players", (_("Players"), plain(report.players))),
        Row("games", (_("Games"), plain(report.games))),
    ]
    return table([("", ""), ("", "w34 n")], rows)


def _drawn(picture: Picture) -> list[Block]:
    drawing, _scripts = printable(picture.drawing.on_paper(FAMILIES))
    letters = "".join(sorted({letter for letter in drawing if letter > LATIN}))
    heads = [(picture.heads[0], ""), *((head, "w34 n") for head in picture.heads[1:])]
    rows = [Row(f"{picture.key}{place}", cells) for place, cells in enumerate(picture.rows)]
    return [
        Fragment(
            "documents/picture.html",
            {"picture": picture, "source": as_data(drawing), "letters": letters},
            {picture.key: picture.sentence},
        ),
        table(heads, rows),
    ]
