"""Fields whose choices are known only when the form is made."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.forms import BaseForm, ChoiceField, ModelChoiceField
from django.utils.functional import Promise


def offer(form: BaseForm, name: str, choices: Sequence[tuple[str, str | Promise]]) -> None:
    field = form.fields[name]
    assert isinstance(field, ChoiceField)
    field.choices = choices


def offer_rows(form: BaseForm, name: str, rows: QuerySet[Any]) -> ModelChoiceField:
    field = form.fields[name]
    assert isinstance(field, ModelChoiceField)
    field.queryset = rows
    return field
