"""The prizes: a line each, or a table pasted from a spreadsheet."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.text import fold
from tournaments.forms.offers import offer
from tournaments.models import PrizeSharing, Tournament
from tournaments.services.setup.prizes import PrizeRow
from tournaments.wording.numbers import decimal

#: empty lines below those that are filled in
MORE_LINES = 4
LARGEST = Decimal(10) ** 9
_PLACES = re.compile(r"(\d{1,3})\.?(?:\s*[-–—]\s*(\d{1,3})\.?)?")
_CURRENCY = r"(?:[^\W\d_]{1,8}|[₺$€£])?"
_AMOUNT = re.compile(rf"{_CURRENCY}\s*(\d[\d.,'\s]*?)\s*{_CURRENCY}")
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*|\d+")


def read_places(text: str) -> tuple[int, int]:
    """ "4", "4.", "4-6", "4. – 6." """
    found = _PLACES.fullmatch(text.strip())
    first = int(found[1]) if found else 0
    last = int(found[2] or first) if found else 0
    if not 1 <= first <= last:
        raise forms.ValidationError(_("“%(typed)s” is not a place. Type 4 or 4-6.") % _cut(text))
    return first, last


def read_amount(text: str) -> Decimal:
    """ "1500", "1,500.00", "1.500,00 TL": a sign before one or two last digits is the decimal
    sign; before three it makes a thousand."""
    found = _AMOUNT.fullmatch(text.strip())
    digits = re.sub(r"['\s]", "", found[1]) if found else ""
    whole, sign, cents = digits, "", "0"
    if parts := re.fullmatch(r"(.+?)([.,])(\d{1,2})", digits):
        whole, sign, cents = parts.groups()
    grouped = _GROUPED.fullmatch(whole)
    amount = Decimal(f"{re.sub('[.,]', '', whole)}.{cents}") if grouped else LARGEST
    if grouped is None or grouped[1] == sign or amount >= LARGEST:
        wrong = _("“%(typed)s” is not an amount. Type 1500 or 750.50")
        raise forms.ValidationError(wrong % _cut(text))
    return amount.quantize(Decimal("0.01"))


def _cut(text: str) -> dict[str, str]:
    return {"typed": text.strip()[:20]}


def written_amount(amount: Decimal) -> str:
    if not amount:
        return ""
    return f"{amount:.0f}" if amount == amount.to_integral() else decimal(f"{amount:.2f}")


class PrizeRowForm(forms.Form):
    places = forms.CharField(
        label=gettext_lazy("place"),
        required=False,
        max_length=12,
        widget=forms.TextInput({"size": 5}),
    )
    amount = forms.CharField(
        label=gettext_lazy("amount"),
        required=False,
        max_length=20,
        widget=forms.TextInput({"size": 9, "inputmode": "decimal"}),
    )
    thing = forms.CharField(label=gettext_lazy("thing"), required=False, max_length=80)
    category = forms.ChoiceField(label=gettext_lazy("for"), required=False)

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.row: PrizeRow | None = None  # none on an empty line
        offer(self, "category", [("", _("everybody")), *choices])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        filled = {name: data.get(name, "") for name in ("places", "amount", "thing")}
        if self.errors or not any(filled.values()):
            return data
        values: dict[str, Any] = {"thing": data["thing"], "category": data["category"]}
        for name, read in (("places", read_places), ("amount", read_amount)):
            try:
                values[name] = read(data[name]) if data[name] or name == "places" else Decimal(0)
            except forms.ValidationError as error:
                self.add_error(name, error)
        if not self.errors and not values["amount"] and not values["thing"]:
            self.add_error("amount", _("Say how much, or what else there is for this place."))
        if not self.errors:
            first, last = values.pop("places")
            self.row = PrizeRow(first, last, **values)
        return data


class PrizesForm(forms.Form):
    """The way the prizes are shared, the lines, and a pasted table that is added to them."""

    prize_currency = forms.CharField(label=gettext_lazy("currency"), required=False, max_length=8)
    prize_sharing = forms.ChoiceField(
        label=gettext_lazy("money prizes are shared"), choices=PrizeSharing.choices
    )
    one_prize = forms.BooleanField(
        label=gettext_lazy("one prize for each player, the higher one"), required=False
    )
    pasted = forms.CharField(
        label=gettext_lazy("add a table"),
        required=False,
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy(
            "A line for each prize: place;amount;thing;category. The last two may be left out. "
            "Cells copied from a spreadsheet are read as well."
        ),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        rows: Iterable[PrizeRow],
        choices: list[tuple[str, str]],
    ) -> None:
        self.choices = choices
        self.shown = [("", _("everybody")), *choices]
        initial = {
            name: getattr(tournament, name)
            for name in ("prize_currency", "prize_sharing", "one_prize")
        }
        super().__init__(data, initial=initial)
        lines = forms.formset_factory(PrizeRowForm, extra=MORE_LINES, max_num=250)
        self.lines = lines(
            data,
            prefix="line",
            form_kwargs={"choices": choices},
            initial=[
                {
                    "places": str(row.first)
                    if row.first == row.last
                    else f"{row.first}-{row.last}",
                    "amount": written_amount(row.amount),
                    "thing": row.thing,
                    "category": row.category,
                }
                for row in rows
            ],
        )

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.lines.is_valid()])

    def clean_pasted(self) -> list[PrizeRow]:
        found = []
        for number, line in enumerate(self.cleaned_data["pasted"].splitlines(), start=1):
            cells = [cell.strip() for cell in re.split(r"[;\t]", line)]
            heading = number == 1 and not any(letter.isdigit() for letter in line)
            if not any(cells) or heading:
                continue
            try:
                found.append(self._pasted(cells))
            except forms.ValidationError as error:
                wrong = {"number": number, "problem": error.messages[0]}
                raise forms.ValidationError(_("Line %(number)s: %(problem)s") % wrong) from error
        return found

    def _pasted(self, cells: list[str]) -> PrizeRow:
        places, amount, thing, category = (*cells, "", "", "")[:4]
        first, last = read_places(places)
        row = PrizeRow(
            first, last, read_amount(amount) if amount else Decimal(0), thing[:80],
            self._category(category),
        )  # fmt: skip
        if not row.amount and not row.thing:
            raise forms.ValidationError(_("Say how much, or what else there is for this place."))
        return row

    def _category(self, typed: str) -> str:
        """By its name as the page shows it, or by its key; also the key of another rating band."""
        if not typed:
            return ""
        for key, label in self.choices:
            if fold(typed) in (fold(key), fold(label), fold(label.partition(" (")[0])):
                return key
        if re.fullmatch(r"r\d{0,4}-\d{0,4}", typed):
            return typed
        raise forms.ValidationError(
            _("There is no category “%(typed)s”. Choose one of the list.") % _cut(typed)
        )

    def rows(self) -> list[PrizeRow]:
        typed = [line.row for line in self.lines if line.row is not None]
        return [*typed, *self.cleaned_data["pasted"]]

    def values(self) -> dict[str, Any]:
        return {
            name: self.cleaned_data[name]
            for name in ("prize_currency", "prize_sharing", "one_prize")
        }
