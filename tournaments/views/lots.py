"""Numbers that were drawn at the table and are typed in beside the names."""

from django.http import QueryDict

from tournaments.core.text import number_or_none, whole_number
from tournaments.kernel.errors import Refused
from tournaments.web.requests import last_values


def typed_numbers(posted: QueryDict, unfit: Refused) -> dict[int, int]:
    """Number by key, from the fields `number-<key>`; empty ones are left to the lots."""
    typed = {}
    for name, value in last_values(posted).items():
        key = name.removeprefix("number-")
        if name.startswith("number-") and (who := whole_number(key)) and value.strip():
            number = number_or_none(value.strip())
            if number is None:
                raise unfit
            typed[who] = number
    return typed
