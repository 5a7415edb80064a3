"""Which account an address names, and who may see it; the book is there only where a league keeps one."""

from django.shortcuts import get_object_or_404

from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team, Venue
from league.teams.permissions import require
from league.treasury.models import TreasuryFact
from league.treasury.permissions import is_treasurer, may_read_account, may_read_book, require_book
from league.treasury.values import AccountHolder


def require_treasurer(request: MemberRequest) -> None:
    """403 for everybody but the treasurer; 404 where no book is kept."""
    require(is_treasurer(request.user, request.league))
    require_book(request.league)


def require_reader(request: MemberRequest) -> None:
    """The same for whoever may read all of the book."""
    require(may_read_book(request.user, request.league))
    require_book(request.league)


def readable_account(request: MemberRequest, team: str, venue: str) -> AccountHolder:
    """The account of an address for somebody who may see it: a captain their own team's, no pub's."""
    holder = _account_at(request, team, venue)
    own = isinstance(holder.row, Team) and may_read_account(request.user, holder.row)
    require(own or may_read_book(request.user, request.league))
    require_book(request.league)
    return holder


def writable_account(request: MemberRequest, team: str, venue: str) -> AccountHolder:
    """The same for the treasurer alone."""
    require_treasurer(request)
    return _account_at(request, team, venue)


def fact_at(request: MemberRequest, number: int, *kinds: str) -> TreasuryFact:
    """A fact of the book by its number, for the treasurer."""
    require_treasurer(request)
    rows = TreasuryFact.objects.filter(league=request.league, kind__in=kinds)
    found: TreasuryFact = get_object_or_404(rows.select_related("league", "team", "venue"), number=number)
    for owner in (found.team, found.venue):
        if owner is not None:
            owner.league = request.league
    return found


def _account_at(request: LeagueRequest, team: str, venue: str) -> AccountHolder:
    rows = Team.objects.all() if team else Venue.objects.all()
    row = get_object_or_404(rows.select_related("league"), league=request.league, slug=team or venue)
    return AccountHolder(row)
