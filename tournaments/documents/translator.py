"""In which language a paper speaks: Turkish, English, or both side by side."""

from typing import Any

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from tournaments.wording.numbers import decimal, percent, points_text

Text = str | Promise
BOTH = "tr+en"
LANGUAGES = {"tr": "Türkçe", "en": "English", BOTH: "Türkçe + English"}
#: in one language a letter; side by side they would contradict each other (b is beyaz and black)
_COLOURS = {
    "w": pgettext_lazy("White, one letter in tables", "w"),
    "b": pgettext_lazy("Black, one letter in tables", "b"),
}
_SQUARES = {"w": "□", "b": "■"}
COLOUR_WORDS = {"w": _("White"), "b": _("Black")}


class Translator:
    do_not_call_in_templates = True

    def __init__(self, language: str) -> None:
        self.languages = tuple(language.split("+"))
        #: of the alphabet, and of the paper as a whole
        self.main = self.languages[0]

    @property
    def both(self) -> bool:
        return len(self.languages) > 1

    def each(self, text: Text, **values: Any) -> list[tuple[str, str]]:
        """The text in every language; one only where both would say the same."""
        said: list[tuple[str, str]] = []
        for language in self.languages:
            with override(language):
                words = str(text % values) if values else str(text)  # plurals are chosen here
            if not said or words != said[0][1]:
                said.append((language, words))
        return said

    def __call__(self, text: Text, **values: Any) -> str:
        return " / ".join(words for _language, words in self.each(text, **values))

    def html(self, text: Text, **values: Any) -> SafeString:
        (_language, first), *others = self.each(text, **values)
        parts = [conditional_escape(first)]
        parts += [
            format_html(' <span class="other" lang="{}">{}</span>', language, words)
            for language, words in others
        ]
        return mark_safe("".join(parts))  # every part is escaped above

    def number(self, text: str) -> str:
        """A number with the decimal sign of the paper; where it speaks both, of the first."""
        with override(self.main):
            return decimal(text)

    def points(self, tenths: int) -> str:
        with override(self.main):
            return points_text(tenths)

    def percent(self, amount: int) -> str:
        with override(self.main):
            return percent(amount)

    def colour(self, letter: str) -> str:
        if not letter:
            return ""
        return _SQUARES[letter] if self.both else self(_COLOURS[letter])
