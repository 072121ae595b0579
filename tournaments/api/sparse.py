"""Sparse fields: `?fields=id,white.name` leaves everything else out of the answer."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

#: what surrounds the items of a list and always stays
ENVELOPE = frozenset({"next", "results"})


def prune(data: Any, wanted: str, shape: serializers.BaseSerializer) -> Any:
    """Only the fields wanted; all of them when none is named."""
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if not names:
        return data
    item = _item(shape)
    known = _known(item)
    if unknown := [name for name in names if name not in known]:
        raise ValidationError(
            {
                "fields": [
                    _("There is no field %(name)s here. There are: %(known)s.")
                    % {"name": unknown[0][:40], "known": ", ".join(sorted(known))}
                ]
            }
        )
    tree: dict[str, Any] = {}
    for name in names:
        branch = tree
        for part in name.split("."):
            branch = branch.setdefault(part, {})
    if isinstance(data, dict) and data.keys() >= ENVELOPE:
        return {**data, "results": _only(data["results"], tree)}
    return _only(data, tree)


def _only(data: Any, tree: dict[str, Any]) -> Any:
    if not tree:
        return data
    if isinstance(data, list):
        return [_only(one, tree) for one in data]
    if not isinstance(data, dict):
        return data
    return {name: _only(value, tree[name]) for name, value in data.items() if name in tree}


def _item(shape: Any) -> Any:
    """The serializer of one item, from that of the list around it."""
    fields = getattr(shape, "fields", {})
    return _child(fields["results"]) if set(fields) >= ENVELOPE else shape


def _child(field: Any) -> Any:
    return getattr(field, "child", field)


def _known(shape: Any, prefix: str = "") -> set[str]:
    found = set()
    for name, field in getattr(_child(shape), "fields", {}).items():
        found.add(prefix + name)
        found |= _known(field, f"{prefix}{name}.")
    return found
