"""What an article may be, and the pages that a league is offered to begin with."""

from dataclasses import dataclass

from django.db.models import TextChoices


class ArticleKind(TextChoices):
    NEWS = "news", "News"
    PAGE = "page", "Page about the league"


@dataclass(frozen=True, slots=True)
class SuggestedPage:
    """A page that most leagues want, with a first text to change."""

    slug: str
    title: str
    text: str


SUGGESTED_PAGES = (
    SuggestedPage(
        "who-we-are",
        "Who we are",
        "We play fives and threes in pubs and clubs, one evening a week from autumn to spring.\n\n"
        "## How a match works\n\n"
        "A team plays singles and doubles against another team. Each game is scored on a crib board, and the first to "
        "61 wins it.\n\n"
        "## Come and watch\n\n"
        "Anyone is welcome to watch a match. See the fixtures for the next one near you.",
    ),
    SuggestedPage(
        "join-us",
        "Join us",
        "New players are welcome, whether or not you have played before.\n\n"
        "- **Find a team.** Ask at any pub where we play, or contact the secretary.\n"
        "- **Come along.** Most teams meet half an hour before a match.\n"
        "- **Register.** Your captain registers you with the league before your first match.",
    ),
    SuggestedPage(
        "for-new-teams",
        "For new teams",
        "To enter a team you need a pub or club with room for a board, and at least six players.\n\n"
        "1. Tell the secretary the name of the team, its pub and its captain before the annual meeting.\n"
        "2. Pay the entry fee.\n"
        "3. Send the names of your players two weeks before the first match.",
    ),
    SuggestedPage(
        "constitution",
        "Constitution",
        "## Name and aims\n\n"
        "The league organises fives and threes between teams from pubs and clubs of the district.\n\n"
        "## Officers\n\n"
        "The annual meeting elects a chair, a secretary and a treasurer.\n\n"
        "## Meetings\n\n"
        "Each team has one vote at the annual meeting. Changes to this constitution need two thirds of the votes.",
    ),
)
