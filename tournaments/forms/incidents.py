"""The forms of the incident book."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import IncidentKind
from tournaments.services.hall.incidents import LONGEST_NOTE, LONGEST_REPORT

SIDES = [("", _("both or nobody")), ("w", _("White")), ("b", _("Black"))]


class IncidentForm(forms.Form):
    """A line typed at the table; beside the board two taps do."""

    kind = forms.ChoiceField(label=_("what happened"), choices=IncidentKind.choices)
    round_number = forms.IntegerField(label=_("round"), required=False, min_value=1, max_value=99)
    board = forms.IntegerField(label=_("board"), required=False, min_value=1, max_value=9999)
    side = forms.ChoiceField(label=_("player"), choices=SIDES, required=False)
    note = forms.CharField(label=_("note"), required=False, max_length=LONGEST_NOTE)

    def values(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class ChangeForm(forms.Form):
    minute = forms.IntegerField(label=_("minute"), required=False, min_value=0, max_value=720)
    note = forms.CharField(label=_("note"), required=False, max_length=LONGEST_NOTE)


class ReportForm(forms.Form):
    text = forms.CharField(
        label=_("the arbiter's own words"),
        required=False,
        max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("They stand on top of the report. An empty line begins a new paragraph."),
    )
