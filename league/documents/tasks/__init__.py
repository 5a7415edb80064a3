"""Papers of many pages, as long work."""

from league.documents.tasks import cards, papers

__all__ = ["cards", "papers"]
