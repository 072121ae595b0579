"""The style sheet of the public pages, inside the page itself: on a slow line every request costs
half a second, so the first view asks once. The policy names its digest; nothing else inline runs.
"""

import base64
import hashlib
import re
from functools import cache

from django.conf import settings

FOLDER = settings.BASE_DIR / "static" / "css"
_IMPORT = re.compile(r'@import url\("([\w./-]+)"\);')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def _bundle(name: str) -> str:
    """A sheet with what it imports put in place, without comments and line ends."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    text = _IMPORT.sub(lambda found: _bundle(found[1]), _COMMENT.sub("", text))
    return " ".join(text.split())


@cache
def _kept_style() -> str:
    return _bundle("public.css")


def public_style() -> str:
    return _bundle("public.css") if settings.DEBUG else _kept_style()


def content_policy() -> str:
    """The content security policy of every answer: the sheet may stand inside a page."""
    return _policy(public_style())


@cache
def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return settings.CONTENT_SECURITY_POLICY.replace(
        "style-src 'self'", f"style-src 'self' 'sha256-{digest}'"
    )
