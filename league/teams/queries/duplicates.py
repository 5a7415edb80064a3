"""Players of a league who may be one person, and those who were told apart."""

from league.audit.models import Subject
from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration
from league.teams.values import DuplicatePair, SimilarPlayer, by_similarity, duplicate_pairs

TELL_APART = "tell_apart"


def duplicates_of(league: League) -> tuple[DuplicatePair, ...]:
    """Pairs of the league's players who may be one person, those told apart left out: two queries."""
    found = duplicate_pairs(Player.objects.filter(league=league, merged_into=None).order_by("name", "pk"))
    apart = _told_apart(league) if found else set()
    for pair in found:
        pair.one.league = pair.two.league = league
    return tuple(pair for pair in found if frozenset((pair.one.pk, pair.two.pk)) not in apart)


def _told_apart(league: League) -> set[frozenset[int]]:
    """The pairs of whom the secretary has said that they are two people."""
    rows = Subject.objects.filter(kind="player", entry__verb=TELL_APART, entry__league_id=league.pk)
    found: dict[int, set[int]] = {}
    for entry, key in rows.values_list("entry", "key"):
        found.setdefault(entry, set()).add(key)
    return {frozenset(keys) for keys in found.values()}


# --- Names that may be meant by another -------------------------------------------------------------------------------


def similar_players(league: League, name: str) -> list[SimilarPlayer]:
    """Players of the league whose name may be meant by this one, the nearest first, at most five; two queries.

    "H Goy" and "Harold Goy" are near "Harry Goy".
    """
    near = by_similarity(name, Player.objects.filter(league=league, merged_into=None).select_related("league"))[:5]
    registrations = Registration.objects.filter(player__in=near, state=RegistrationState.APPROVED, until=None)
    now = {registration.player_id: registration for registration in registrations.select_related("team__league")}
    return [SimilarPlayer(player, now.get(player.pk)) for player in near]


def player_keys(player: Player) -> frozenset[int]:
    """The keys of all rows that are this player: its own, and those merged into it. One query."""
    return frozenset({player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)})
