"""Sheet → HTML → PDF with WeasyPrint, without reaching for anything outside the project."""

import atexit
import contextlib
import gc
import logging
import mimetypes
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tournaments.documents.archive import VARIANT, describe_both
from tournaments.documents.fonts import face, printable
from tournaments.documents.layout import Sheet
from tournaments.documents.qr import as_data, qr_svg
from tournaments.documents.translator import Translator
from tournaments.queries.setup.emblems import PaperEmblem

#: where our static files seem to lie; nothing is ever asked of the network
OWN = "https://static.invalid/"
PAPER_SIZES = ("A4", "Letter")
#: of papers for the wall
WALL_SIZES = (*PAPER_SIZES, "A3")
#: called with "page", 3 as the third page is laid out; may raise to give up
Progress = Callable[[int], None]

_WATERMARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="560" viewBox="0 0 560 560">'
    '<text x="280" y="300" text-anchor="middle" transform="rotate(-40 280 280)" font-size="84" '
    'font-family="Noto Sans" font-weight="700" fill="#000" fill-opacity=".12">{}</text></svg>'
)


def page(sheet: Sheet, translator: Translator, context: dict[str, Any]) -> str:
    """The whole paper as HTML; what stands on every page comes as a style of its own."""
    body = mark_safe(
        "".join(section.html(translator) for section in sheet.sections)
    )  # escaped there
    return render_to_string(
        "documents/frame.html", {**context, "translator": translator, "sheet": sheet, "body": body}
    )


def margins(
    *,
    size: str,
    header: str,
    number: str,
    made: str,
    address: str,
    draft: str,
    bare: bool,
    corner: Sequence[str] = (),
    emblems: Mapping[str, Sequence[PaperEmblem]] | None = None,
) -> str:
    """The style of the page itself: its size, head and foot, the QR code, the watermark, the logo
    and the sponsors. `corner`: what stands large on every page of a paper for the wall, line by
    line."""
    rules = [f"@page {{ size: {size} }} @page wide, certificate {{ size: {size} landscape }}"]
    logos = (emblems or {}).get("logo", ())
    if bare:
        return " ".join([*rules, *map(_on_names, logos)])
    boxes = [
        f"@top-left {{ content: {_css(header)} }}",
        f"@bottom-left {{ content: url({qr_svg(address, 1.7)}) }}",
        f"@bottom-center {{ content: {_css(number)} '\\A ' {_css(made)} }}",
    ]
    if draft:
        picture = as_data(_WATERMARK.format(draft))
        boxes.insert(0, f"background: url({picture}) center / 150mm no-repeat;")
    rules.append(f"@page {{ {' '.join(boxes)} }}")
    rules += map(_in_the_head, logos)
    if sponsors := (emblems or {}).get("sponsor", ()):
        rules.append(_in_the_foot(sponsors))
    rules.append(_NOTHING_AROUND)
    if corner:
        lines = " '\\A ' ".join(map(_css, corner))
        for name, more in (("wall", ""), ("wall-letters", f"'\\A ' {_LETTERS}")):
            rules.append(f"@page {name} {{ @top-right {{ content: {lines} {more} }} }}")
    return " ".join(rules)


#: from which letter to which the names on a page go
_LETTERS = 'string(letter, first) " – " string(letter, last)'
#: a certificate is handed out: what every other page has around it is on its list only
_NOTHING_AROUND = (
    "@page certificate { @top-left { content: none; border: 0; background: none } "
    "@bottom-left { content: none } @bottom-center { content: none; background: none } }"
)

#: millimetres: the logo beside the event's name, above the line; the sponsors below the number of
#: the paper, as high as printers reach
_LOGO = (40.0, 9.0)
_SPONSORS, _SPONSORS_HIGH, _BETWEEN = 118.0, 6.5, 4.0


def _in_the_head(logo: PaperEmblem) -> str:
    width, high = _fitted(logo, *_LOGO)
    picture = f"url({logo.picture}) left bottom 2mm / {width:.1f}mm {high:.1f}mm no-repeat"
    return f"@page {{ @top-left {{ padding-left: {width + 3:.1f}mm; background: {picture} }} }}"


def _on_names(logo: PaperEmblem) -> str:
    """Badges have a free corner below, plates above: the picture stands once in the paper."""
    width, high = _fitted(logo, 28.0, 10.0)
    picture, size = f"url({logo.picture})", f"{width:.1f}mm {high:.1f}mm no-repeat"
    return (
        f".badge {{ background: {picture} left 4mm bottom 4mm / {size} }} "
        f".plate .side {{ background: {picture} left 6mm top 4mm / {size} }}"
    )


def _in_the_foot(sponsors: Sequence[PaperEmblem]) -> str:
    room = (_SPONSORS - _BETWEEN * (len(sponsors) - 1)) / len(sponsors)
    pictures, left = [], 0.0
    for one in sponsors:
        width, high = _fitted(one, room, _SPONSORS_HIGH)
        down = 13 + (_SPONSORS_HIGH - high) / 2
        place = f"{left:.1f}mm {down:.1f}mm / {width:.1f}mm {high:.1f}mm"
        pictures.append(f"url({one.picture}) {place} no-repeat")
        left += width + _BETWEEN
    return f"@page {{ @bottom-center {{ background: {', '.join(pictures)} }} }}"


def _fitted(one: PaperEmblem, width: float, high: float) -> tuple[float, float]:
    scale = min(width / one.width, high / one.height)
    return one.width * scale, one.height * scale


def _css(text: str) -> str:
    """A CSS string that no name of an event can get out of."""
    return (
        '"' + "".join(c if c.isalnum() or c in " ·.,:-" else f"\\{ord(c):x} " for c in text) + '"'
    )


def to_pdf(html: str, tell: Progress | None = None) -> tuple[bytes, int]:
    """The PDF and its number of pages."""
    with _listening(tell), _no_collecting():
        document = _render(html)
        describe_both(document.metadata)
        pdf = document.write_pdf(pdf_variant=VARIANT, pdf_tags=True)
        return pdf, len(document.pages)


def bound(parts: Iterable[str], tell: Progress | None = None) -> tuple[bytes, int]:
    """The same of a long paper: one part in memory at a time (`binding.py`)."""
    from tournaments.documents.binding import Binder  # with WeasyPrint: heavy

    binder = Binder()

    def onwards(page: int) -> None:
        if tell is not None:
            tell(binder.pages + page)

    def total(pages: int, width: float, height: float) -> Any:
        return _render(_TOTAL.format(pages=pages, width=width, height=height)).pages[0]

    with _no_collecting():
        with _listening(onwards):
            for html in parts:
                binder.add(_render(html, _BOUND.format(number=binder.pages + 1)))
        return binder.finish(total), binder.pages


#: the pages of a part count on from those before it and leave room for the number of all
_BOUND = (
    "@page :first {{ counter-reset: page {number} }} "
    '@page {{ @bottom-right {{ content: counter(page) " /"; padding-right: 6mm }} }}'
)
_TOTAL = (
    "<html lang='en'><title>–</title><style>@page {{ size: {width}px {height}px; "
    "@top-left {{ border: 0 }} @top-right {{ border: 0 }} "
    '@bottom-right {{ content: "{pages}" }} }}</style></html>'
)


def _render(html: str, extra: str = "") -> Any:
    from weasyprint import CSS, HTML  # heavy: only the worker needs it

    fetcher, style, fonts = _press()
    html, scripts = printable(html)
    for script in scripts:
        _bring(script)
    styles = [style, CSS(string=extra)] if extra else [style]
    found = HTML(string=html, base_url=OWN, url_fetcher=fetcher)
    return found.render(stylesheets=styles, font_config=fonts)


@cache
def _press() -> tuple[Any, Any, Any]:
    """Style sheet and fonts, read once a process."""
    from weasyprint import CSS  # heavy, as above
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    root = (settings.BASE_DIR / "static").resolve()

    class OwnFiles(URLFetcher):
        """Our static files and pictures in the text itself: never the network or other files."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=["data"])

        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            if not url.startswith(OWN):
                return super().fetch(url, headers)
            path = (root / url.removeprefix(OWN).lstrip("/")).resolve()
            if not path.is_relative_to(root) or not path.is_file():
                raise ValueError(f"documents may not load {url[:80]}")
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    fetcher, fonts = OwnFiles(), FontConfiguration()
    text = (root / "css" / "document.css").read_text()
    style = CSS(
        string=text, base_url=f"{OWN}css/document.css", url_fetcher=fetcher, font_config=fonts
    )
    atexit.register(_press.cache_clear)  # the fonts want to be closed while Python still runs
    # All that stands by now stays: no paper looks through it for garbage (`_no_collecting`).
    gc.collect()
    gc.freeze()
    return fetcher, style, fonts


@cache
def _bring(script: str) -> None:
    """The fonts of another script, once a process: from now on every paper may use them."""
    from weasyprint import CSS  # heavy, as above

    fetcher, _style, fonts = _press()
    base = f"{OWN}css/document.css"
    CSS(string=face(script), base_url=base, url_fetcher=fetcher, font_config=fonts)


@contextlib.contextmanager
def _no_collecting() -> Iterator[None]:
    """A paper is hundreds of thousands of small objects that all live until it is written.

    Looking through them for garbage again and again took a third of the time.
    """
    thresholds, aged = gc.get_threshold(), _aged()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        # Now, not in the middle of the next paper; all that the process has is only looked through
        # after a paper so long that some of it counts as old.
        gc.collect(2 if _aged() > aged else 1)


def _aged() -> int:
    """How often what was young became old."""
    young = gc.get_stats()[1]
    return int(young["collections"])


class _Listener(logging.Handler):
    """WeasyPrint names each page as it lays it out: that is the progress shown."""

    def __init__(self, tell: Progress) -> None:
        super().__init__(logging.INFO)
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.args, tuple) and record.args and "Page" in str(record.msg):
            self.tell(int(str(record.args[0])))


@contextlib.contextmanager
def _listening(tell: Progress | None) -> Iterator[None]:
    from weasyprint.logger import PROGRESS_LOGGER  # heavy, as above

    if tell is None:
        yield
        return
    listener, level, upwards = _Listener(tell), PROGRESS_LOGGER.level, PROGRESS_LOGGER.propagate
    PROGRESS_LOGGER.addHandler(listener)
    PROGRESS_LOGGER.setLevel(logging.INFO)
    PROGRESS_LOGGER.propagate = False
    try:
        yield
    finally:
        PROGRESS_LOGGER.removeHandler(listener)
        PROGRESS_LOGGER.setLevel(level)
        PROGRESS_LOGGER.propagate = upwards
