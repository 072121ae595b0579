"""Forgetting what nobody needs any more, a few thousand rows at a time: nobody waits for a lock."""

from typing import Any

from django.db.models import QuerySet

AT_ONCE = 2_000
#: of one kind in one run; the next run goes on
MOST = 100_000


def forget(rows: QuerySet[Any]) -> int:
    """Delete these rows; how many they were."""
    forgotten = 0
    while forgotten < MOST:
        keys = list(rows.order_by().values_list("pk", flat=True)[:AT_ONCE])
        if not keys:
            break
        rows.model._base_manager.filter(pk__in=keys).delete()
        forgotten += len(keys)
    return forgotten
