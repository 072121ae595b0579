"""For papers: every text in the language of the paper, or in both side by side."""

import re

from django import template
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.translation import gettext, override

register = template.Library()
Said = str | FilterExpression
_CONSTANT = re.compile(r"""_\((["'])(.*)\1\)""")


class SayNode(template.Node):
    def __init__(self, text: Said, values: dict[str, FilterExpression]) -> None:
        self.text = text
        self.values = values

    def render(self, context: Context) -> str:
        said: list[str] = []
        for language in context["translator"].languages:
            with override(language):
                values = {name: value.resolve(context) for name, value in self.values.items()}
                text = self.text if isinstance(self.text, str) else self.text.resolve(context)
                words = str(text)
                if isinstance(self.text, str):
                    words = gettext(text)  # marked elsewhere
                words = words % values if values else words
            if words not in said:
                said.append(words)
        return conditional_escape(" / ".join(said))


@register.tag
def say(parser: Parser, token: Token) -> SayNode:
    """{% say _("Board") %}, {% say _("Round %(number)s") number=round.number %}

    The words between _( and ) are looked up as they stand. (Django's own constants double their
    per cent signs, and would never be found.)
    """
    _tag, text, *rest = token.split_contents()
    constant = _CONSTANT.fullmatch(text)
    said = constant[2] if constant else parser.compile_filter(text)
    return SayNode(said, token_kwargs(rest, parser))


@register.simple_tag(takes_context=True)
def colour(context: Context, letter: str) -> str:
    """w or b as one letter of the paper's language; squares where there are two."""
    word: str = context["translator"].colour(letter)
    return word
