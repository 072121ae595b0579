"""A page as its reader has it: words, rows, links and fields, however the markup is written."""

import re
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpResponse
from selectolax.lexbor import LexborHTMLParser, LexborNode

#: what stands on lines of its own; the words of two neighbours are never one word
_BLOCKS = re.compile(
    r"(?=</?(?:address|article|aside|br|button|caption|dd|details|div|dl|dt|fieldset|figure|footer|"
    r"form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|"
    r"td|tfoot|th|thead|title|tr|ul)\b)"
)
_UNREAD = "script, style, template, head"


@dataclass(frozen=True, slots=True)
class Link:
    words: str
    address: str


class Page:
    """Of an answer, or of a piece of HTML."""

    def __init__(self, answer: HttpResponse | str) -> None:
        html = answer if isinstance(answer, str) else answer.content.decode()
        self.tree = LexborHTMLParser(_BLOCKS.sub(" ", html))

    @cached_property
    def text(self) -> str:
        """All its words, with one space where a browser would show one or begin a line."""
        seen = LexborHTMLParser(self.tree.html or "")
        seen.strip_tags(_UNREAD.split(", "))
        return _words(seen.root)

    @property
    def title(self) -> str:
        return self.one("title")

    def all(self, selector: str) -> list[str]:
        """The words of each of these."""
        return [_words(node) for node in self.tree.css(selector)]

    def one(self, selector: str) -> str:
        """The words of the only one of these."""
        (words,) = self.all(selector)
        return words

    def count(self, selector: str) -> int:
        return len(self.tree.css(selector))

    def rows(self, selector: str = "tbody tr") -> list[list[str]]:
        """The words of each cell, row by row."""
        return [[_words(cell) for cell in row.css("td, th")] for row in self.tree.css(selector)]

    def links(self, selector: str = "a[href]") -> list[Link]:
        return [
            Link(_words(node), node.attributes["href"] or "") for node in self.tree.css(selector)
        ]

    def address(self, words: str) -> str:
        """The address of the only link with these words."""
        (found,) = {link.address for link in self.links() if link.words == words}
        return found

    def buttons(self, selector: str = "button") -> list[str]:
        return self.all(selector)

    def field(self, name: str) -> str:
        """The first value of the only field of this name, hidden ones too."""
        (node,) = self.tree.css(f'input[name="{name}"], textarea[name="{name}"]')
        return node.attributes.get("value") or ""

    @property
    def fields(self) -> set[str]:
        """The names of all that can be filled in, hidden ones too."""
        found = self.tree.css("input[name], textarea[name], select[name]")
        return {node.attributes["name"] or "" for node in found}

    def values(self, selector: str) -> list[str]:
        """Reads what each of these buttons, options or fields sends."""
        return [node.attributes.get("value") or "" for node in self.tree.css(selector)]

    def told(self, name: str) -> str:
        """The head's statement about the page, by name or property."""
        (node,) = self.tree.css(f'meta[name="{name}"], meta[property="{name}"]')
        return node.attributes["content"] or ""


def _words(node: LexborNode | None) -> str:
    return " ".join(node.text().split()) if node else ""
