"""The team that comes first in one browser: by its own choice, or because it is followed there."""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse

from league.base.ui.responses import YEAR
from league.teams.models import Team
from league.teams.queries.squads import TEAM_COOKIE

Response = TypeVar("Response", bound=HttpResponse)


def with_team(response: Response, request: HttpRequest, team: Team) -> Response:
    """The answer, with which the browser keeps this team as the reader's own for a year. Needs team.league."""
    path = team.league.get_absolute_url()
    response.set_cookie(
        TEAM_COOKIE, team.slug, YEAR, path=path, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
    return response
