"""One PDF of several runs of WeasyPrint.

WeasyPrint keeps every box of a document until the last page is written, 30 kB a cell. Here a
part is laid out, drawn, tagged and forgotten before the next one begins; the fonts, pictures,
bookmarks and the tree of tags are those of one document. The steps are those that
`weasyprint.pdf.generate_pdf` takes, without what papers never have (links, forms, attachments,
bleed); `tests/tournaments/documents/test_binding.py` holds both against each other.
"""

import gc
import io
from collections.abc import Callable
from typing import Any

import pydyf
from weasyprint import VERSION
from weasyprint.pdf import _use_references, _w3c_date_to_pdf
from weasyprint.pdf.anchors import add_outlines
from weasyprint.pdf.fonts import build_fonts_dictionary
from weasyprint.pdf.stream import Stream
from weasyprint.pdf.tags import _build_box_tree

from tournaments.documents.archive import CONFORMANCE, PART, PROFILE, describe_both, profile

#: points in a pixel of CSS
SCALE = 0.75
VERSION_OF_PDF = "1.7"
#: the resources of a page or a group
_KINDS = ("ExtGState", "XObject", "Pattern", "Shading")
#: answers a page of this width and height with nothing on it but the number of pages
Total = Callable[[int, float, float], Any]


class Binder:
    """Takes parts in their order; `finish` puts the number of pages on every page."""

    def __init__(self) -> None:
        self.pdf = pydyf.PDF()
        self.fonts: dict[Any, Any] = {}
        self.images: dict[Any, Any] = {}
        self.bookmarks: list[Any] = []
        self.numbers = pydyf.Array()
        self.metadata: Any = None
        #: by the name of what will put the number of pages on them
        self.sizes: dict[str, tuple[float, float]] = {}
        self.space = pydyf.Dictionary()
        self.pdf.add_object(self.space)
        self.resources = self._resources()
        self.pdf.add_object(self.resources)
        self.root = self._tagged("StructTreeRoot")
        self.document = self._tagged("StructElem", S="/Document", P=self.root.reference)

    @property
    def pages(self) -> int:
        pages: int = self.pdf.pages["Count"]
        return pages

    def add(self, part: Any) -> None:
        """Draw the pages of a rendered document; nothing of its boxes is needed afterwards."""
        begins, first = self.pages, len(self.pdf.objects)
        self.metadata = self.metadata or part.metadata
        for page in part.pages:
            self._draw(page)
        tree = part.make_bookmark_tree(SCALE, transform_pages=True)
        self.bookmarks += _moved(tree, begins)
        self.pdf.objects[first:] = map(_Frozen, self.pdf.objects[first:])
        part.pages.clear()
        gc.collect()

    def _draw(self, page: Any) -> None:
        number = self.pages
        tags: dict[Any, Any] = {}
        width, height = page.width * SCALE, page.height * SCALE
        stream = self._stream((0, 0, page.width, page.height), tags)
        stream.transform(d=-1, f=height)
        self.pdf.add_object(stream)
        sheet = {
            "Type": "/Page",
            "Parent": self.pdf.pages.reference,
            "Contents": stream.reference,
            "Resources": self.resources.reference,
            "Tabs": "/S",
            "StructParents": number,
        }
        box = pydyf.Array([0, 0, width, height])
        sheet |= dict.fromkeys(("MediaBox", "TrimBox", "BleedBox"), box)
        self.pdf.add_page(pydyf.Dictionary(sheet))
        page.paint(stream, SCALE)
        name = f"total{round(width)}x{round(height)}"
        self.sizes[name] = page.width, page.height
        with stream.artifact():
            stream.draw_x_object(name)
        self._tag(page, number, tags)

    def _tag(self, page: Any, number: int, tags: dict[Any, Any]) -> None:
        marked: dict[int, Any] = {}
        elements = _build_box_tree(
            page._page_box, self.document, self.pdf, number, marked, [], tags
        )
        self.document["K"].extend(element.reference for element in elements)
        self.numbers.extend([number, pydyf.Array(marked[mark] for mark in sorted(marked))])

    # --- The number of pages --------------------------------------------------------------------

    def _put_totals(self, total: Total) -> None:
        """Once for each size of page, and shown by all pages of that size."""
        for name, (width, height) in self.sizes.items():
            page = total(self.pages, width, height)
            resources = self._resources()
            extra = pydyf.Dictionary(
                {
                    "Type": "/XObject",
                    "Subtype": "/Form",
                    "BBox": pydyf.Array((0, 0, width * SCALE, height * SCALE)),
                    "Resources": resources,
                }
            )
            group = self._stream((0, 0, width, height), None, resources, extra)
            page.paint(group, SCALE)
            self.resources["XObject"][name] = group

    # --- The end --------------------------------------------------------------------------------

    def finish(self, total: Total) -> bytes:
        pdf = self.pdf
        self._put_totals(total)
        add_outlines(pdf, self.bookmarks)
        self._describe()
        fonts = build_fonts_dictionary(
            pdf, self.fonts, True, True, {"hinting": False, "pdf_version": "1.7"}
        )
        pdf.add_object(fonts)
        self.resources["Font"] = fonts.reference
        _use_references(pdf, self.resources, self.images, {})
        tree = pydyf.Dictionary({"Nums": self.numbers})
        pdf.add_object(tree)
        self.root |= {
            "ParentTree": tree.reference,
            "K": pydyf.Array([self.document.reference]),
        }
        out = io.BytesIO()
        pdf.write(out, VERSION_OF_PDF, True, True)
        return out.getvalue()

    def _describe(self) -> None:
        about, info, catalog = self.metadata, self.pdf.info, self.pdf.catalog
        info["Producer"] = pydyf.String(f"WeasyPrint {VERSION}")
        said = {
            "Title": about.title,
            "Author": ", ".join(about.authors),
            "Subject": about.description,
            "Creator": about.generator,
        }
        for key, date in (("CreationDate", about.created), ("ModDate", about.modified)):
            said[key] = _w3c_date_to_pdf(date, key)
        for key, text in said.items():
            if text:
                info[key] = pydyf.String(text)
        catalog["Lang"] = pydyf.String(about.lang)
        catalog["StructTreeRoot"] = self.root.reference
        catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
        catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})
        colours = pydyf.Stream([profile()], pydyf.Dictionary({"N": 3}), compress=True)
        self.pdf.add_object(colours)
        name = pydyf.String(PROFILE)
        meant = {"OutputConditionIdentifier": name, "Info": name}
        meant |= {"Type": "/OutputIntent", "S": "/GTS_PDFA1"}
        meant["DestOutputProfile"] = colours.reference
        catalog["OutputIntents"] = pydyf.Array([pydyf.Dictionary(meant)])
        describe_both(about)
        about.include_in_pdf(self.pdf, "a", PART, conformance=CONFORMANCE, compress=True)

    # --- Pieces ---------------------------------------------------------------------------------

    def _resources(self) -> Any:
        kinds = {kind: pydyf.Dictionary() for kind in _KINDS}
        return pydyf.Dictionary({**kinds, "ColorSpace": self.space.reference, "Font": None})

    def _stream(
        self,
        rectangle: tuple[float, ...],
        tags: dict[Any, Any] | None,
        resources: Any = None,
        extra: Any = None,
    ) -> Any:
        wanted = self.resources if resources is None else resources
        return Stream(
            self.fonts, rectangle, wanted, self.images, tags, {}, None, extra=extra, compress=True
        )

    def _tagged(self, kind: str, **values: Any) -> Any:
        made = pydyf.Dictionary({"Type": f"/{kind}", "K": pydyf.Array(), **values})
        self.pdf.add_object(made)
        return made


def _moved(tree: list[Any], pages: int) -> list[Any]:
    """Bookmarks of a part that begins after so many pages."""
    return [
        (label, (page + pages, x, y), _moved(children, pages), state)
        for label, (page, x, y), children, state in tree
    ]


class _Frozen(pydyf.Object):
    """An object that is complete: its bytes take a tenth of the room."""

    def __init__(self, complete: Any) -> None:
        super().__init__()
        self.number, self.compressible_ = complete.number, complete.compressible
        self.bytes = complete.data

    @property
    def data(self) -> bytes:
        data: bytes = self.bytes
        return data

    @property
    def compressible(self) -> bool:
        compressible: bool = self.compressible_
        return compressible
