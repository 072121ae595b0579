from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.web.styles import public_style

register = template.Library()


@register.simple_tag(name="public_style")
def style_element() -> SafeString:
    """Our own sheet; the policy of the page allows exactly this text."""
    return mark_safe(f"<style>{public_style()}</style>")
