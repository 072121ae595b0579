"""Forms of somebody who enters an event: no account, and few fields."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.text import is_birth_date, is_name, typed_day
from tournaments.forms.cleaning import CleansFederation, CleansName
from tournaments.forms.prizes import read_amount
from tournaments.services.entries.importing import LARGEST_FILE

#: nobody types here: people do not see it
TRAP = "website"


class ContactForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        help_text=_("A link comes there, to confirm. It is not published."),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].strip().lower()
        return email


class WhoForm(ContactForm):
    """Somebody of the register proves that it is them."""

    proof = forms.CharField(
        label=_("Birth date or licence number"),
        max_length=30,
        help_text=_("For example 31.05.2014. It only proves that it is you."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("proof", "email")


class NewcomerForm(CleansName, CleansFederation, ContactForm):
    """Somebody whom the register does not have."""

    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("Surname first: Yıldız, Ayşe")
    )
    birth_date = forms.CharField(
        label=_("Birth date"), max_length=10, help_text=_("For example 31.05.2014")
    )
    federation = forms.CharField(label=_("Federation"), max_length=3, initial="TUR")
    field_order = ("name", "birth_date", "federation", "email")

    def clean_name(self) -> str:
        name = super().clean_name()
        if not is_name(name) or len(name.replace(",", " ").split()) < 2:
            raise forms.ValidationError(_("Type the surname and the given name."))
        return name

    def clean_birth_date(self) -> str:
        born = typed_day(self.cleaned_data["birth_date"])
        if not born or not is_birth_date(born) or born > timezone.localdate().isoformat():
            raise forms.ValidationError(_("This is not a birth date."))
        return born


class ParentForm(forms.Form):
    """For somebody under 18."""

    parent_name = forms.CharField(
        label=_("Name of a parent"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    parent_agrees = forms.BooleanField(
        label=_(
            "I am a parent of this player and agree to the entry and to name and results on "
            "public pages."
        )
    )

    def clean_parent_name(self) -> str:
        name: str = self.cleaned_data["parent_name"]
        if not is_name(name):
            raise forms.ValidationError(_("Type the surname and the given name."))
        return name


class TogetherForm(forms.Form):
    together = forms.BooleanField(
        label=_("On the waiting list: both get a place, or neither."), required=False
    )


class AmountForm(forms.Form):
    """A payment that the organiser notes."""

    amount = forms.CharField(
        label=_("Amount"), max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal"})
    )
    method = forms.ChoiceField(label=_("Way of paying"))
    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, methods: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        field = self.fields["method"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = methods

    def clean_amount(self) -> Decimal:
        return read_amount(self.cleaned_data["amount"])


class ClubAddressForm(forms.Form):
    """Where the organiser sends a club's link."""

    email = forms.EmailField(max_length=254)


class ClubListForm(forms.Form):
    """A list of players, pasted or as a file."""

    text = forms.CharField(
        label=_("Players, one a line"),
        required=False,
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("Name, and what else you have: licence, FIDE ID, birth date, with a heading."),
    )
    file = forms.FileField(
        label=_("Or a file (CSV, XLSX)"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The list is larger than 2 MB. Split it into parts."))
        return file

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if not self.errors and not found.get("text", "").strip() and not found.get("file"):
            raise forms.ValidationError(_("Paste the list, or choose a file."))
        if found.get("text", "").strip() and found.get("file"):
            raise forms.ValidationError(_("Paste a list or choose a file, not both."))
        return found
