"""QR codes as SVG, small and sharp at any size."""

import base64
import io
from functools import lru_cache

import segno


@lru_cache(maxsize=64)
def qr_svg(address: str, scale: float = 1) -> str:
    """The picture as a data address, for `src` and CSS."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=2, scale=scale, xmldecl=False, svgns=True, nl=False
    )
    return as_data(out.getvalue().decode())


def as_data(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
