"""PDF: the only package that knows the libraries that make it and take it apart."""

from league.documents.pdf.drawing import SHEETS, NotOursError, draw, draw_now, read_sheet, render_pdf
from league.documents.pdf.joining import joined

__all__ = ["SHEETS", "NotOursError", "draw", "draw_now", "joined", "read_sheet", "render_pdf"]
