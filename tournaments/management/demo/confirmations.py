"""For commands and tests: answer a service's questions, having read them."""

from collections.abc import Callable
from typing import Any, TypeVar

from tournaments.kernel.errors import NeedsConfirmation

T = TypeVar("T")


def confirmed(service: Callable[..., T], **arguments: Any) -> T:
    """Call a service and confirm what it asks, once a step."""
    token = ""
    while True:
        try:
            return service(**arguments, confirmed=token)
        except NeedsConfirmation as question:
            if question.token == token:
                raise
            token = question.token
