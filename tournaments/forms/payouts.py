"""The accounts to which prizes are transferred, two fields for each who gets money."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.queries.standings.payouts import Payout
from tournaments.services.setup.bank import LONGEST_HOLDER

#: of an IBAN with its blanks
LONGEST = 42


class AccountsForm(forms.Form):
    def __init__(self, data: Mapping[str, Any] | None, *, rows: Iterable[Payout]) -> None:
        super().__init__(data)
        self.rows = list(rows)
        for row in self.rows:
            if not row.cents:
                continue
            self.fields[row.key] = forms.CharField(
                label=_("IBAN"),
                required=False,
                max_length=LONGEST,
                widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "size": 30}),
            )
            self.fields[f"{row.key}_holder"] = forms.CharField(
                label=_("account holder"),
                required=False,
                max_length=LONGEST_HOLDER,
                widget=forms.TextInput({"autocomplete": "off", "size": 20}),
            )

    def lines(self) -> Iterator[tuple[Payout, list[forms.BoundField | None]]]:
        """Each winner with the two fields of their account, which things do not need."""
        for row in self.rows:
            fields = [self[name] if row.cents else None for name in (row.key, f"{row.key}_holder")]
            yield row, fields

    def values(self) -> dict[str, tuple[str, str]]:
        return {
            row.key: (self.cleaned_data[row.key], self.cleaned_data[f"{row.key}_holder"])
            for row in self.rows
            if row.cents
        }
