"""Names that may be meant by another: the same person is not to be registered twice."""

from difflib import SequenceMatcher

from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration


def near_players(league: League, name: str) -> list[Player]:
    """Players of the league whose name may be meant by this one, the nearest first, at most five; two queries.

    Each has `.now`, the registration that it holds today, or None. "H Goy" and "Harold Goy" are near "Harry Goy".
    """
    players = list(Player.objects.filter(league=league).select_related("league"))
    ranked = sorted(((likeness(name, player), player.name, player.pk, player) for player in players), reverse=True)
    near = [player for score, _, _, player in ranked if score >= NEAR][:5]
    held = Registration.objects.filter(player__in=near, state=RegistrationState.APPROVED, until=None)
    now = {registration.player_id: registration for registration in held.select_related("team__league")}
    for player in near:
        player.now = now.get(player.pk)
    return near


NEAR = 0.8


def likeness(name: str, player: Player) -> float:
    """How like a player's name or nickname this is, from 0 to 1. The same initial and surname count as 0.9."""
    ours, theirs = _plain(name), _plain(player.name)
    if ours == theirs or (player.known_as and ours == _plain(player.known_as)):
        return 1.0
    matcher = SequenceMatcher(None, " ".join(ours), " ".join(theirs))
    score = matcher.ratio() if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR else 0.0
    same_surname = len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1] and ours[0][0] == theirs[0][0]
    return max(score, 0.9 if same_surname else 0.0)


def _plain(name: str) -> list[str]:
    """A name as lower-case words without dots and apostrophes."""
    return name.casefold().replace(".", " ").replace("'", "").replace("\u2019", "").split()
