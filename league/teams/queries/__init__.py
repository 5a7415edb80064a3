"""Reading people and places: who is registered where, what waits for an answer, where an old address leads.

Everything runs inside the scope of one league and costs the same number of queries however many rows there are.
"""

from django.db.models import F, Q, TextField, Value
from django.db.models.functions import Replace
from django.db.models.lookups import Contains

from league.teams.models import League, Picture
from league.teams.queries.people import (
    HEADED_BY,
    INVITATION,
    INVITATION_LASTS,
    OFFICERS,
    OFFICES,
    contacts_of,
    demonstration,
    invitation_of,
    invitation_token,
    landing_of,
    leagues_with_leavers,
    officer_contacts,
    officers_of,
    offices_on_paper,
    own_roles,
    roles_held,
    roles_of_leavers,
)
from league.teams.queries.requests import (
    concerns,
    registrations_waiting,
    requests_of,
    signings_to_check,
    transfers_of,
    transfers_waiting,
)
from league.teams.queries.squads import (
    SquadRules,
    TeamAtAddress,
    duplicates_of,
    last_day_of_season,
    player_keys,
    rules_of,
    similar_players,
    squad_counts,
    squad_of,
    squad_rules,
    squads_for_match,
    squads_of_teams,
    team_or_redirect,
)
from scoring.names import NameSearch

__all__ = [
    "HEADED_BY", "INVITATION", "INVITATION_LASTS", "OFFICERS", "OFFICES", "SquadRules", "TeamAtAddress", "concerns",
    "contacts_of", "crest_of", "demonstration", "duplicates_of", "invitation_of", "invitation_token", "landing_of",
    "last_day_of_season", "leagues_with_leavers", "named", "officer_contacts", "officers_of", "offices_on_paper",
    "own_roles", "player_keys", "registrations_waiting", "requests_of", "roles_held", "roles_of_leavers", "rules_of",
    "signings_to_check", "similar_players", "squad_counts", "squad_of", "squad_rules", "squads_for_match",
    "squads_of_teams", "team_or_redirect", "transfers_of", "transfers_waiting",
]  # fmt: skip


def crest_of(league: League) -> bytes:
    """The file of a league's crest, for a picture to be drawn with; empty where it has none."""
    data = (
        Picture.objects.filter(pk=league.crest_id).values_list("data", flat=True).first() if league.crest_id else None
    )
    return bytes(data or b"")


def named(typed: str) -> Q:
    """The rows whose `search_name` has what was typed, as `NameSearch` finds it."""
    search = NameSearch(typed)
    condition = Q()
    for text in search.texts:
        condition |= Q(search_name__contains=text)
    if search.glued:
        together = Replace(F("search_name"), Value(" "), Value(""), output_field=TextField())
        condition |= Q(Contains(together, search.glued))
    return condition
