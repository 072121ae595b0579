"""Chess notation for pages and papers."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.core.devices import device_words
from tournaments.core.text import capital as text_with_capital
from tournaments.models import ByeKind, Event, LogEntry, Pairing
from tournaments.wording import numbers, sentence
from tournaments.wording.days import birth_date_text, days_of
from tournaments.wording.history import name_of_target, value_in_words
from tournaments.wording.months import month_in_words
from tournaments.wording.numbers import points_text
from tournaments.wording.results import marks_in, printed_result

register = template.Library()

_RESULT_WORDS = {
    "10": gettext_lazy("White won"),
    "==": gettext_lazy("draw"),
    "01": gettext_lazy("Black won"),
    "=0": gettext_lazy("half a point for White, none for Black"),
    "0=": gettext_lazy("half a point for Black, none for White"),
    "00": gettext_lazy("no points for either"),
    "WL": gettext_lazy("White won, not rated"),
    "DD": gettext_lazy("draw, not rated"),
    "LW": gettext_lazy("Black won, not rated"),
    "+-": gettext_lazy("White won by forfeit"),
    "-+": gettext_lazy("Black won by forfeit"),
    "--": gettext_lazy("double forfeit"),
    "??": gettext_lazy("adjourned"),
}


@register.filter
def score(tenths: int | None) -> str:
    """35 → 3½"""
    return "" if tenths is None else points_text(int(tenths))


@register.filter
def as_count(tenths: int) -> int:
    return numbers.as_count(tenths)


@register.filter
def tenths(value: int) -> str:
    """2345 → 234.5"""
    return numbers.decimal(f"{value // 10}.{value % 10}")


@register.filter
def decimal(text: str) -> str:
    """A value as the standings print it, with the decimal sign of the reader: 12.50 → 12,50"""
    return numbers.decimal(text)


@register.filter
def signed(number: int | str) -> str:
    """A change as it is printed: 3 → +3, -3 → −3"""
    return numbers.signed(number)


@register.filter
def percent(amount: object) -> str:
    """A share as the reader's language writes it: 36 → 36 %, in Turkish %36"""
    return numbers.percent(amount)


@register.filter
def decimals(texts: Iterable[str]) -> list[str]:
    """The same of all values of a row."""
    return numbers.decimals(texts)


@register.filter
def result(code: str) -> str:
    """A code of the result table as it is printed: 1–0, ½–½, +–−."""
    return printed_result(code)


@register.filter
def marks_of_boards(rows: Iterable[Any]) -> list[tuple[str, Any]]:
    """The legend of a list of boards: forfeits and adjourned games, where there are some."""
    return marks_in(row.pairing.result for row in rows)


@register.filter
def marks_of_matches(views: Iterable[Any]) -> list[tuple[str, Any]]:
    return marks_in(row.code for view in views for row in view.boards)


@register.filter
def marks_of_cells(lines: Iterable[Any]) -> list[tuple[str, Any]]:
    """The legend of a cross table."""
    return marks_in(cell.mark for line in lines for cells in line.cells for cell in cells)


@register.filter
def signs_of_cells(lines: Iterable[Any]) -> list[tuple[str, Any]]:
    """The legend of a cross table of teams: matches that were not played."""
    return marks_in(cell.sign for line in lines for cells in line.cells for cell in cells)


@register.filter
def result_words(code: str) -> str:
    """Of a match both games: the code has the side of White in game 1, who is Black in game 2."""
    if len(code) == 4:
        one, two = (_RESULT_WORDS[game] for game in (code[:2], code[:1:-1]))
        return _("game 1: %(one)s; game 2: %(two)s") % {"one": one, "two": two}
    return str(_RESULT_WORDS[code]) if code else _("no result yet")


@register.filter
def bye_words(kind: str) -> str:
    return str(ByeKind(kind).label)


@register.filter
def capital(text: object) -> str:
    """A label of the models at the beginning of a line."""
    return text_with_capital(str(text), get_language() or "en")


@register.filter
def month(day: date | str) -> str:
    return month_in_words(day)


@register.filter
def short_month(day: date | str) -> str:
    return month_in_words(day, short=True)


@register.filter
def born(text: str) -> str:
    """A birth date, as far as it is known."""
    return birth_date_text(text)


@register.filter
def days(event: Event, form: str) -> str:
    """From the first day of an event to its last."""
    return days_of(event, form)


@register.filter(is_safe=True)
def one_line(text: str) -> str:
    """For an attribute or a title, however many lines the template takes to say it."""
    return " ".join(text.split())


@register.inclusion_tag("desk/_match_entry.html", takes_context=True)
def match_entry(context: Context, pairing: Pairing, second_pass: bool) -> dict[str, Any]:
    """Both games of a match to be entered: game 2 once game 1 is in. All results are those of the
    player on the left, who has White in game 1."""
    shown = "" if second_pass and not pairing.checked_at else pairing.standing
    main = context["main_results"]
    known = {code for code, _text, _words in main}
    games = []
    for number, name in ((1, _("game 1")), (2, _("game 2"))):
        own, rest = (shown[:2], shown[2:]) if number == 1 else (shown[2:], shown[:2])
        games.append(
            {
                "number": number,
                "name": name,
                "can": number == 1 or rest or second_pass,
                "buttons": [
                    {
                        "code": code,
                        "whole": code + rest if number == 1 else rest + code,
                        "text": text,
                        "words": words,
                        "pressed": code == own,
                    }
                    for code, text, words in main
                ],
            }
        )
    rare = any(game and game not in known for game in (shown[:2], shown[2:]))
    return {
        "games": games,
        "pairing": pairing,
        "shown": shown,
        "rare": rare,
        "second": second_pass,
        "result_of": context["result_of"],
        "word_other": context["word_other"],
    }


@register.filter
def result_shown(pairing: Pairing, second_pass: bool) -> str:
    """The result that stands pressed; in the second pass only once it was read again."""
    return "" if second_pass and not pairing.checked_at else pairing.result


@register.filter
def square(colour: str) -> SafeString:
    """The chessboard square that stands for a colour; words beside it carry the meaning."""
    return format_html('<span class="square {}" aria-hidden="true"></span>', colour)


@register.filter
def device_in_words(agent: str) -> str:
    return device_words(agent) or "–"


@register.filter
def act_words(entry: LogEntry) -> str:
    """The act in words, for the history."""
    return sentence(f"act.{entry.act}", {})


@register.filter
def act_label(entry: LogEntry) -> str:
    return name_of_target(entry)


@register.filter
def words_before(entry: LogEntry) -> str:
    return value_in_words(entry, entry.before)


@register.filter
def words_after(entry: LogEntry) -> str:
    return value_in_words(entry, entry.after)


@register.filter
def field_label(field: BoundField) -> str:
    """Django gives the label of a model's field a capital by the rules of English: "Ilk renk"."""
    label, model = str(field.label), getattr(getattr(field.form, "_meta", None), "model", None)
    names = {one.name: str(one.verbose_name) for one in model._meta.fields} if model else {}
    own = names.get(field.name, label)
    return capital(own if str(capfirst(own)) == label else label)
