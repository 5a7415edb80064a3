"""The rows of every spreadsheet that goes out, each as a tuple in the order of its headings."""

from league.exchange.queries.rows.asked import Asked, Row, Rows

__all__ = ["Asked", "Row", "Rows"]
