"""What a screen in the hall shows, and how fast it turns."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, HallScreen


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

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        tournament = self.fields["tournament"]
        tournament.queryset = event.tournaments.all()
        tournament.empty_label = str(_("all tournaments, one after the other"))

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class AnnouncementForm(forms.Form):
    text = forms.CharField(label=_("announcement"), max_length=200, required=False)
