"""Knock-outs and play-offs on pages and papers."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def hours(minutes: int) -> str:
    """199 → 3 h 19 min"""
    whole, rest = divmod(int(minutes), 60)
    if not whole:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": whole}
    return _("%(hours)s h %(minutes)s min") % {"hours": whole, "minutes": rest}
