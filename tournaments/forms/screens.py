"""The form of a screen in the hall: what it shows, and how fast it turns."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.offers import offer_rows
from tournaments.models import Event, HallScreen
from tournaments.services.hall.floor_plan import MOST_BYTES


class ScreenForm(forms.ModelForm):
    shows = forms.MultipleChoiceField(
        label=_("what it shows"),
        choices=HallScreen.Show.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[HallScreen.Show.BOARDS, HallScreen.Show.STANDINGS],
    )
    seconds = forms.IntegerField(
        label=_("seconds per page"), min_value=3, max_value=120, initial=12
    )
    rows = forms.IntegerField(label=_("lines per page"), min_value=4, max_value=40, initial=14)

    class Meta:
        model = HallScreen
        fields = ["name", "tournament", "shows", "seconds", "rows", "announcement"]
        labels = {"announcement": _("line of this screen alone")}
        help_texts = {"announcement": _("While nothing is announced to everybody.")}

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        tournament = offer_rows(self, "tournament", event.tournaments.all())
        tournament.empty_label = str(_("all tournaments, one after the other"))

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class HallPlanForm(forms.Form):
    words = forms.CharField(
        label=_("directions in words"),
        help_text=_("Entrance, rooms, where which boards are. Also for those who see no pictures."),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    picture = forms.FileField(
        label=_("picture"),
        help_text=_("PNG, JPEG or WebP, at most 5 MB."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    remove = forms.BooleanField(label=_("take the picture away"), required=False)

    def values(self) -> dict[str, Any]:
        sent = self.cleaned_data["picture"]
        picture = sent.read(MOST_BYTES + 1) if sent else None
        if picture is None and self.cleaned_data["remove"]:
            picture = b""
        return {"words": self.cleaned_data["words"], "picture": picture}


class AnnouncementForm(forms.Form):
    #: empty, which only its own button sends: take it down
    text = forms.CharField(
        label=_("announcement"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"required": True}),
    )
