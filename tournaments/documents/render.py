"""HTML → PDF with WeasyPrint, without reaching for anything outside the project."""

import mimetypes
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

SCHEME = "hakem:"


def _fetch(url: str) -> dict[str, Any]:
    """Only our own static files: a document never opens the network or any other file."""
    if url.startswith(SCHEME):
        root = (settings.BASE_DIR / "static").resolve()
        path = (root / url.removeprefix(SCHEME).lstrip("/")).resolve()
        if path.is_relative_to(root) and path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return {"file_obj": Path(path).open("rb"), "mime_type": kind}
    raise ValueError(f"documents may not load {url[:80]}")


def render_pdf(template: str, context: dict[str, Any], language: str) -> tuple[bytes, int]:
    """The PDF and its number of pages."""
    from weasyprint import CSS, HTML  # heavy: only the worker needs it

    with override(language):
        html = render_to_string(template, context)
    style = CSS(filename=str(settings.BASE_DIR / "static" / "css" / "document.css"))
    document = HTML(string=html, base_url=SCHEME, url_fetcher=_fetch).render(stylesheets=[style])
    return document.write_pdf(pdf_variant="pdf/ua-1"), len(document.pages)
