"""Context for every template: the federation's name and its pages, where there is one."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def federation(request: HttpRequest) -> dict[str, Any]:
    return {"federation_name": settings.FEDERATION}
