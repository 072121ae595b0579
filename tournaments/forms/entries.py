"""Forms of the players' pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.formats import Format
from pairing.results import ByeKind as CoreByeKind
from pairing.trf.dates import ORDERS
from tournaments.core.text import is_birth_date, is_name, typed_day
from tournaments.forms.cleaning import CleansFederation, CleansFideId, CleansName
from tournaments.forms.offers import offer, offer_rows
from tournaments.forms.ranges import keep_within
from tournaments.models import ByeKind, Entry, ForbiddenPairing, RatingMethod, Tournament
from tournaments.services.entries.importing import LARGEST_FILE
from tournaments.services.entries.list_lines import DateQuestion


class EntryForm(CleansName, CleansFederation, CleansFideId, forms.ModelForm):
    #: the player of the register that was picked, and the list that was chosen for them
    picked = forms.IntegerField(required=False, widget=forms.HiddenInput)
    chosen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    rating = forms.IntegerField(
        label=gettext_lazy("rating here"),
        required=False,
        min_value=0,
        help_text=gettext_lazy("Ranks the player in this tournament; 0 means none."),
    )

    class Meta:
        model = Entry
        fields = [
            "name", "title", "fide_rating", "national_rating", "rating", "federation", "club",
            "fide_id", "national_id", "birth_date", "sex", "bye_entitled", "fixed_board", "phone",
            "note",
        ]  # fmt: skip

    def __init__(self, *args: Any, method: str = RatingMethod.FIDON, **options: Any) -> None:
        super().__init__(*args, **options)
        keep_within(self, fixed_board=(1, 9999), rating=(0, 3500))
        if method != RatingMethod.OTHER:
            del self.fields["rating"]  # it follows from the official ratings

    def fit(self, chosen: Format) -> None:
        """Ask nothing about half-point byes where there are none."""
        if CoreByeKind.HALF_POINT not in chosen.asked_byes:
            del self.fields["bye_entitled"]

    def keep_private(self) -> None:
        """Leave out the ways to reach a player and the notes, which are for arbiters only."""
        for name in ("phone", "note"):
            del self.fields[name]

    def clean_name(self) -> str:
        name = super().clean_name()
        if name != self.instance.name and not is_name(name):
            raise forms.ValidationError(_("“%(text)s” is not a name.") % {"text": name[:20]})
        return name

    def clean_birth_date(self) -> str:
        text: str = self.cleaned_data["birth_date"].strip()
        text = typed_day(text) or text
        if text and not is_birth_date(text):
            raise forms.ValidationError(
                _("Write 2009-05-31, or only the year; nobody is born in the future.")
            )
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in ("fide_rating", "national_rating"):
            rating = cleaned.get(name)
            if rating and not 100 <= rating <= 3500:
                self.add_error(name, _("A rating lies between 100 and 3500; 0 means none."))
        return cleaned

    def values(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        if "rating" in values:
            values["rating"] = values["rating"] or 0
        return values

    def _post_clean(self) -> None:
        """The service sets the values; the form leaves its instance alone."""


class ImportForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("paste the list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player per line, from a spreadsheet or with commas. A first line with column "
            "names (Name, Rating, Federation, Club, FIDE ID, Birth date, Title) may be there."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or choose a CSV, XLSX or TRF file"), required=False)
    #: asked when a list does not tell the order of day, month and year
    dates = forms.ChoiceField(
        label=gettext_lazy("dates in the list"),
        required=False,
        choices=[("", ""), *((order, order) for order in ORDERS)],
        widget=forms.HiddenInput,
    )

    def ask_dates(self, question: DateQuestion | None) -> None:
        if question is None:
            return
        shown = [
            (order, _("“%(text)s” is %(day)s") % {"text": question.example, "day": day})
            for order, day in question.choices
        ]
        field = self.fields["dates"]
        field.widget = forms.Select(choices=[("", _("choose")), *shown], attrs={"required": True})

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file is larger than 2 MB. Split it into parts."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("text", "").strip() and not cleaned.get("file") and not self.errors:
            raise forms.ValidationError(_("Paste a list or choose a file."))
        return cleaned


class ByeForm(forms.Form):
    round_number = forms.IntegerField(label=gettext_lazy("round"), min_value=1, max_value=99)
    kind = forms.ChoiceField(label=gettext_lazy("kind"))

    def __init__(self, chosen: Format, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        given = {kind.value for kind in chosen.asked_byes}
        kinds = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT)
        offer(self, "kind", [(kind.value, kind.label) for kind in kinds if kind.value in given])


class ForbiddenForm(forms.Form):
    """One form for both: players or teams named one by one, or whoever shares a club or
    federation."""

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("these players do not meet"),
        queryset=Entry.objects.none(),
        required=False,
        widget=forms.MultipleHiddenInput,  # picked on the page
    )
    sharing = forms.ChoiceField(
        label=gettext_lazy("who"),
        choices=ForbiddenPairing.Sharing.choices,
        required=False,
    )
    value = forms.CharField(
        label=gettext_lazy("only this club, federation or family name"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Empty: each of them."),
    )
    last_round = forms.IntegerField(
        label=gettext_lazy("until round"),
        min_value=0,
        max_value=99,
        initial=0,
        help_text=gettext_lazy("0: to the end"),
    )
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("For example: siblings"),
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        if not tournament.format.pairs_teams:
            offer_rows(self, "players", tournament.entries.order_by("tpn", "id"))
            return
        offer_rows(self, "players", tournament.teams.order_by("number", "name"))
        offer(self, "sharing", list(ForbiddenPairing.SHARED_BY_TEAMS.items()))
        self.fields["value"].label = _("only this club or federation")
        self.fields["reason"].help_text = _("For example: two teams of one club")


class NumberedField(forms.ModelChoiceField):
    def label_from_instance(self, entry: Entry) -> str:
        return f"{entry.tpn}  {entry.name}  {entry.rating or '–'}"


class ExchangeForm(forms.Form):
    """Two players of equal rating who exchange their numbers."""

    first = NumberedField(label=gettext_lazy("player"), queryset=Entry.objects.none())
    second = NumberedField(
        label=gettext_lazy("changes numbers with"), queryset=Entry.objects.none()
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("first", "second"):
            offer_rows(self, name, tournament.entries.numbered().order_by("tpn"))
