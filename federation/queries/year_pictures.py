"""The annual report as pictures, each described in words, with its table."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from federation.core.charts import columns
from federation.models import Province
from federation.queries.year_figures import AGES, Line, YearReport
from tournaments.core.pictures import Drawing, bars
from tournaments.models import Sex
from tournaments.models.tournament import RatingType
from tournaments.queries.standings.pictures import Picture

#: so many provinces are drawn; the table has all of them
PROVINCES = 15


def plain(number: float) -> str:
    return number_format(int(number), use_l10n=True, force_grouping=True)


def pictures_of_year(report: YearReport) -> list[Picture]:
    """One for each table in which there is something to see."""
    if not report.tournaments:
        return []
    tables = report.tables
    by_month = [_month(line.key, "M") for line in tables["months"]]
    names = province_names()
    provinces = tables["provinces"]
    province_words = [names.get(line.key, _("not known")) for line in provinces]
    kinds = [str(RatingType(line.key).label) for line in tables["kinds"]]
    ages = [age_words(line.key) for line in tables["ages"]]
    sexes = [str(Sex(line.key).label) for line in tables["sexes"]]
    return [
        _picture("months", _("By month"), tables["months"], by_month, columns(
            _games(tables["months"], by_month), said=plain
        ), bars(_games(tables["months"], by_month), said=plain)),
        _picture("provinces", _("By province"), provinces, province_words, bars(
            _games(provinces, province_words)[:PROVINCES], said=plain
        )),
        _of_persons("ages", _("By age"), tables["ages"], ages),
        _of_persons("sexes", _("By sex"), tables["sexes"], sexes),
        _picture("kinds", _("By time control"), tables["kinds"], kinds, bars(
            _games(tables["kinds"], kinds), said=plain
        )),
    ]  # fmt: skip


def _games(lines: Sequence[Line], names: Sequence[str]) -> list[tuple[str, int]]:
    return [(name, line.games) for name, line in zip(names, lines, strict=True)]


def province_names() -> dict[str, str]:
    return dict(Province.objects.values_list("code", "name"))


def _month(key: str, form: str) -> str:
    return date_format(date.fromisoformat(f"{key}-01"), form)


def age_words(key: str) -> str:
    if not key:
        return _("not known")
    if key.endswith("+"):
        return key
    until = int(key)
    before = AGES.index(until)
    return f"{AGES[before - 1] + 1}–{until}" if before else f"–{until}"


def _picture(
    key: str,
    title: str,
    lines: Sequence[Line],
    names: Sequence[str],
    drawing: Drawing,
    narrow: Drawing | None = None,
) -> Picture:
    said = "; ".join(f"{name} {plain(line.games)}" for name, line in zip(names, lines, strict=True))
    return Picture(
        key,
        title,
        _("Games at the board: %(said)s.") % {"said": said},
        drawing,
        (title, _("Events"), _("Players"), _("Games")),
        _rows(names, lines),
        note=_("Drawn are the games at the board."),
        narrow=narrow,
    )


def _of_persons(key: str, title: str, lines: Sequence[Line], names: Sequence[str]) -> Picture:
    said = "; ".join(
        f"{name} {plain(line.players)}" for name, line in zip(names, lines, strict=True)
    )
    rows = [(name, line.players) for name, line in zip(names, lines, strict=True)]
    return Picture(
        key,
        title,
        _("Players: %(said)s.") % {"said": said},
        bars(rows, said=plain),
        (title, _("Events"), _("Players"), _("Games of these players")),
        _rows(names, lines),
        note=_("Drawn are the players. A game counts for each of the two who played it."),
    )


def _rows(names: Sequence[str], lines: Sequence[Line]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, plain(line.events), plain(line.players), plain(line.games))
        for name, line in zip(names, lines, strict=True)
    )
