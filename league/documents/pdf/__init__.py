"""PDF: the only package that knows the libraries that make it and take it apart.

Joining and imposing are asked for by their own names, by long work only, which is what they are for.
"""

from league.documents.pdf.render import SHEETS, ForeignResourceError, draw, draw_now, read_sheet, render_pdf

__all__ = ["SHEETS", "ForeignResourceError", "draw", "draw_now", "read_sheet", "render_pdf"]
