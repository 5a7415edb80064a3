"""What documents keep. Everything is seen only inside the scope of one league."""

from league.documents.models.calendars import CalendarLink
from league.documents.models.papers import Paper

__all__ = ["CalendarLink", "Paper"]
