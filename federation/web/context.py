"""Context for every template: the federation's name and its pages, where there is one."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from federation.web.sections import sections


def federation(request: HttpRequest) -> dict[str, Any]:
    if not settings.FEDERATION:
        return {"federation_name": ""}
    return {
        "federation_name": settings.FEDERATION,
        "site_sections": SimpleLazyObject(lambda: sections(request)),
    }
