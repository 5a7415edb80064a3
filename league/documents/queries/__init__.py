"""What is printed on the card of a match. Everything runs inside the scope of one league."""

from league.documents.queries.cards import blank_sheet, result_sheet

__all__ = ["CardSheet", "blank_sheet", "full_name", "member_name", "public_name", "result_sheet"]
