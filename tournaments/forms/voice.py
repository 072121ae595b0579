"""The forms of the player's voice."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.ranges import keep_within
from tournaments.models import VoiceRules
from tournaments.services.voice.proving import SETTINGS

#: by field the least and the most minutes
MINUTES = {
    "wait_minutes": (1, 180),
    "request_minutes": (0, 2880),
    "claim_minutes": (1, 2880),
    "appeal_minutes": (1, 2880),
}


class VoiceRulesForm(forms.ModelForm):
    class Meta:
        model = VoiceRules
        fields = SETTINGS
        help_texts = {
            "wait_minutes": _("Both reports agree: the result is in at once."),
            "committee": _("The names of its members; players read them with every decision."),
            "by_birth": _("Only where both are in the list of players, and not on public pages."),
        }

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        keep_within(self, **MINUTES)
