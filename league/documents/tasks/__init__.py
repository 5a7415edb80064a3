"""Papers of many pages, as long work."""

from league.documents.tasks import booklet, cards, papers

__all__ = ["booklet", "cards", "papers"]
