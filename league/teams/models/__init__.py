"""A league's people and places: its pubs, teams and players, who is registered where, and who may do what.

Everything but League is seen only inside the scope of one league (django-scopes): a query outside it raises.
"""

from league.teams.models.noticeboard import Article, Sponsor
from league.teams.models.people import JoinLink, JoinRequest, Merge, Officer, Player, Registration, Role, Transfer
from league.teams.models.places import Closure, FormerName, League, Picture, Team, Venue

__all__ = [
    "Article",
    "Closure",
    "FormerName",
    "JoinLink",
    "JoinRequest",
    "League",
    "Merge",
    "Officer",
    "Picture",
    "Player",
    "Registration",
    "Role",
    "Sponsor",
    "Team",
    "Transfer",
    "Venue",
]
