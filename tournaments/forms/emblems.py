"""The form of the event's logo and sponsors."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.hall.floor_plan import MOST_BYTES
from tournaments.services.setup.emblems import LOGO, LONGEST_NAME, SPONSOR


class EmblemForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("what it is"), choices=[(LOGO, _("logo of the event")), (SPONSOR, _("a sponsor"))]
    )
    name = forms.CharField(
        label=_("name"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=_("Read aloud to those who see no pictures."),
    )
    picture = forms.FileField(
        label=_("picture"),
        help_text=_("PNG, JPEG or WebP, at most 5 MB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )

    def values(self) -> dict[str, Any]:
        sent = self.cleaned_data["picture"].read(MOST_BYTES + 1)
        return {**self.cleaned_data, "picture": sent}
