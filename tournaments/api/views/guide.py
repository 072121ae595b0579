"""The guide for programmers, as it lies in `docs/api.md`, with its example at the end."""

import re
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

DOCS = settings.BASE_DIR / "docs"
EXAMPLES = ("event.py", "event.ts")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    text, heads = _guide()
    examples = [(name, (DOCS / "examples" / name).read_text("utf-8")) for name in EXAMPLES]
    response = render(
        request, "api/guide.html", {"text": text, "heads": heads, "examples": examples}
    )
    response["Cache-Control"] = "private, no-cache"
    return response


@cache
def _guide() -> tuple[SafeString, list[tuple[str, str]]]:
    """The text as HTML, and its parts: anchor and title of each."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    written = (DOCS / "api.md").read_text("utf-8")
    tokens = reader.parse(written.replace("http://localhost:8000", settings.SITE_URL))
    heads = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            words = inline.content.replace("`", "")
            status = re.match(r"\d{3}\b", words)
            anchor = f"problem-{status[0]}" if status else slugify(words)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                heads.append((anchor, words))
    return mark_safe(reader.renderer.render(tokens, reader.options, {})), heads
