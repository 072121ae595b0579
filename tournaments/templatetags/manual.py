"""What the chapters of the manual need."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

register = template.Library()


@register.simple_tag
def label(text: str, context: str = "", **values: Any) -> SafeString:
    """A button, link or heading, as the pages call it in this language."""
    words = pgettext(context, text) if context else gettext(text)
    return format_html('<b class="label">{}</b>', words % values if values else words)
