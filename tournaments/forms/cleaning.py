"""Fields that several forms clean alike."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _


class CleansName:
    cleaned_data: dict[str, Any]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class CleansFederation:
    cleaned_data: dict[str, Any]

    def clean_federation(self) -> str:
        federation: str = self.cleaned_data["federation"].upper()
        if federation and not re.fullmatch(r"[A-Z]{3}", federation):
            raise forms.ValidationError(_("A federation has three letters, for example TUR."))
        return federation


class CleansFideId:
    cleaned_data: dict[str, Any]

    def clean_fide_id(self) -> str:
        fide_id: str = self.cleaned_data["fide_id"].strip()
        if fide_id and not fide_id.isdecimal():
            raise forms.ValidationError(_("A FIDE ID has only digits."))
        return fide_id
