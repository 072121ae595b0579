"""Markdown as the chapters of the manual use it; `templates/manual/README.md` explains it.

CommonMark with tables, without HTML: tags in a chapter are shown as they are typed. Three things
are added:

    [[Settings]]              what a page calls something, in the reader's language
    {{F1}}                    a key
    [results](results.md)     another chapter, by its file

Between the double brackets stands the English text of the page, as the catalogue of translations
has it. `[[Pair round %(number)s]]{number=2}` fills in a value, and `[[Withdraw]]{context=token}`
names the context of a text that is translated in several ways.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_LABEL = re.compile(r"\[\[([^\[\]]+)\]\](?:\{(\w+)=([^{}]*)\})?")
_KEY = re.compile(r"\{\{([^{}]+)\}\}")
_CHAPTER = re.compile(r"([\w-]+)\.md")


@dataclass(frozen=True, slots=True)
class Label:
    """The words of a page that a chapter quotes, by their English text."""

    text: str
    context: str = ""
    values: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.context:
            words = pgettext(self.context, self.text)  # marked elsewhere
        else:
            words = gettext(self.text)  # marked elsewhere
        return words % self.values if self.values else words


def to_html(text: str, *, place: str = "") -> SafeString:
    """The text as HTML in the active language.

    `place` is the name of this text where several stand in one document: its title gets this id,
    and links to other chapters lead to their places in the document instead of to pages.
    """
    return mark_safe(str(_MARKDOWN.render(text, {"place": place})))


def labels(text: str) -> list[Label]:
    return [token.meta["label"] for token in _inline(text) if token.type == "label"]


def links(text: str) -> list[str]:
    """The addresses as they are written."""
    return [str(token.attrs["href"]) for token in _inline(text) if token.type == "link_open"]


def _inline(text: str) -> Iterator[Token]:
    for block in _MARKDOWN.parse(text):
        yield from block.children or ()


def _read_label(state: StateInline, silent: bool) -> bool:
    found = _LABEL.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        words, name, value = found.groups()
        words = " ".join(words.split())  # it may go on in the next line
        if name == "context":
            label = Label(words, context=value)
        else:
            label = Label(words, values={name: value} if name else {})
        state.push("label", "b", 0).meta = {"label": label}
    state.pos = found.end()
    return True


def _read_key(state: StateInline, silent: bool) -> bool:
    found = _KEY.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("key", "kbd", 0).content = found[1]
    state.pos = found.end()
    return True


class _Renderer(RendererHTML):
    """A method for each type of token whose HTML is our own."""

    def label(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return format_html('<b class="label">{}</b>', str(tokens[index].meta["label"]))

    def key(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return format_html("<kbd>{}</kbd>", tokens[index].content)

    def link_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        address = str(tokens[index].attrs["href"])
        if chapter := _CHAPTER.fullmatch(address):
            address = f"#{chapter[1]}" if env["place"] else f"../{chapter[1]}/"
        return f'<a href="{escape(address)}">'

    def heading_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        tag = tokens[index].tag
        return f'<h1 id="{escape(env["place"])}">' if tag == "h1" and env["place"] else f"<{tag}>"


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    parser.inline.ruler.before("link", "label", _read_label)
    parser.inline.ruler.before("link", "key", _read_key)
    return parser


_MARKDOWN = _parser()
