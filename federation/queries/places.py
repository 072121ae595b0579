"""Provinces and clubs, as everybody may see them."""

from django.db.models import QuerySet

from federation.models import Club, Province


def provinces() -> QuerySet[Province]:
    return Province.objects.all()


def clubs(*, province: str = "", closed: bool | None = None) -> QuerySet[Club]:
    """Those of a province, by its code; those that are closed, or those that are not."""
    found = Club.objects.select_related("province").defer("search_key", "email")
    if province:
        found = found.filter(province__code=province)
    if closed is not None:
        found = found.filter(closed_on__isnull=not closed)
    return found
