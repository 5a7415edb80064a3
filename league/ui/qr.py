"""An address as a square pattern for the camera of a phone, on paper and on the screen."""

import segno
from django.utils.safestring import SafeString


def qr_code(address: str) -> SafeString:
    """The pattern of an address, as SVG to stand in the page; readable with a quarter of it spoilt by beer."""
    drawn = segno.make(address, error="q", micro=False).svg_inline(
        border=0, omitsize=True, svgclass="qr", lineclass=None, title=f"Square pattern for the camera: {address}"
    )
    return SafeString(drawn)
