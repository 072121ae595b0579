"""Lists in pages. A cursor remembers where the last page ended, whatever is added meanwhile."""

from collections.abc import Sequence
from typing import Any

from django.core import signing
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from tournaments.api.base import SparseQuery


class PageQuery(SparseQuery):
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=500, help_text="items on a page; 100 if not said"
    )
    cursor = serializers.CharField(required=False, help_text="from `next` of the page before")


def page_of(item: type[serializers.BaseSerializer]) -> type[serializers.Serializer]:
    """The shape of a page of such items."""
    name = item.__name__.removesuffix("Serializer") + "PageSerializer"
    return type(
        name,
        (serializers.Serializer,),
        {
            "__module__": item.__module__,
            "next": serializers.URLField(
                allow_null=True, help_text="the address of the next page; null on the last"
            ),
            "results": item(many=True),
        },
    )


def page(
    request: Request, params: dict[str, Any], rows: QuerySet, order: tuple[str, ...]
) -> dict[str, Any]:
    """One page of rows in this order; its last field must be unique."""
    limit = params.get("limit", 100)
    names = [name.lstrip("-") for name in order]
    rows = rows.order_by(*order)
    if cursor := params.get("cursor", ""):
        rows = rows.filter(_after(order, _read(cursor, order)))
    found = list(
        rows.annotate(**{f"key_{i}": F(name) for i, name in enumerate(names)})[: limit + 1]
    )
    following = None
    if len(found) > limit:
        found = found[:limit]
        key = [getattr(found[-1], f"key_{i}") for i in range(len(order))]
        following = _following(request, order, key)
    return {"next": following, "results": found}


def page_of_list(request: Request, params: dict[str, Any], rows: Sequence[Any]) -> dict[str, Any]:
    """One page of a list that was worked out, such as a ranking; the cursor is a place in it."""
    limit, order = params.get("limit", 100), ("place in the list",)
    cursor = params.get("cursor", "")
    start = int(_read(cursor, order)[0]) if cursor else 0
    end = start + limit
    return {
        "next": _following(request, order, [end]) if end < len(rows) else None,
        "results": rows[start:end],
    }


def _following(request: Request, order: tuple[str, ...], key: list[Any]) -> str:
    signed = _signer(order).sign_object([v if isinstance(v, int) else str(v) for v in key])
    return replace_query_param(request.build_absolute_uri(), "cursor", signed)


def _read(cursor: str, order: tuple[str, ...]) -> list[Any]:
    try:
        values: list[Any] = _signer(order).unsign_object(cursor)
    except signing.BadSignature:
        wrong = _("This cursor is not valid. Begin with the first page.")
        raise ValidationError({"cursor": [wrong]}) from None
    return values


def _signer(order: tuple[str, ...]) -> signing.Signer:
    """A cursor of one list means nothing in another."""
    return signing.Signer(salt=f"hakem.cursor:{','.join(order)}")


def _after(order: tuple[str, ...], values: list[Any]) -> Q:
    """(a, b) > (1, 2) as a > 1, or a = 1 and b > 2; the other way round for "-a"."""
    condition = Q()
    equal: dict[str, Any] = {}
    for name, value in zip(order, values, strict=True):
        field = name.lstrip("-")
        sign = "lt" if name.startswith("-") else "gt"
        condition |= Q(**equal, **{f"{field}__{sign}": value})
        equal[field] = value
    return condition
