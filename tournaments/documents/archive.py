"""Makes a PDF fit for the archive: PDF/A-2u beside PDF/UA-1.

Fonts are embedded, colours have their meaning in the file, and its description says when it was
made. WeasyPrint writes one of the two standards into the description; the other is added here,
with the schema that PDF/A asks for of what it does not know itself.
"""

from importlib.resources import files
from typing import Any

VARIANT = "pdf/a-2u"
#: of PDF/A, as `DocumentMetadata.include_in_pdf` takes them
PART, CONFORMANCE = 2, "U"
PROFILE = "sRGB2014.icc"

_ACCESSIBLE = (
    b'<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" '
    b'pdfuaid:part="1" />'
    b'<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" '
    b'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" '
    b'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>'
    b'<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema>'
    b"<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>"
    b"<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
    b'<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
    b"<pdfaProperty:valueType>Integer</pdfaProperty:valueType>"
    b"<pdfaProperty:category>internal</pdfaProperty:category>"
    b"<pdfaProperty:description>Part of PDF/UA</pdfaProperty:description></rdf:li></rdf:Seq>"
    b"</pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
)
_END = b"</rdf:RDF>"


def describe_both(metadata: Any) -> None:
    """Let the description of a document name both standards."""
    usual = metadata.generate_rdf_metadata

    def described(*given: Any) -> bytes:
        made: bytes = usual(*given)
        assert made.endswith(_END)
        return made.removesuffix(_END) + _ACCESSIBLE + _END

    metadata.generate_rdf_metadata = described


def profile() -> bytes:
    """Return the profile that tells any screen and printer what the colours of the papers mean."""
    return (files("weasyprint.pdf") / PROFILE).read_bytes()
