"""Names that may be meant by another: the same person is not to be registered twice."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration
from league.teams.queries.duplicates import is_short_form


class Near(NamedTuple):
    """A player who may be meant, and the registration that they hold now (None: no team)."""

    player: Player
    now: Registration | None

    def __str__(self) -> str:
        """One choice among several: "Harry Goy, with Bell since 20 Aug 2026"."""
        if self.now is None or self.now.since is None:
            return f"{self.player}, with no team"
        return f"{self.player}, with {self.now.team} since {self.now.since:%-d %b %Y}"


def near_players(league: League, name: str) -> list[Near]:
    """Players of the league whose name may be meant by this one, the nearest first, at most five; two queries.

    "H Goy" and "Harold Goy" are near "Harry Goy".
    """
    near = near_by(name, Player.objects.filter(league=league, same_as=None).select_related("league"))[:5]
    held = Registration.objects.filter(player__in=near, state=RegistrationState.APPROVED, until=None)
    now = {registration.player_id: registration for registration in held.select_related("team__league")}
    return [Near(player, now.get(player.pk)) for player in near]


def keys_of(player: Player) -> frozenset[int]:
    """The keys of all rows that are this player: its own, and those merged into it. One query."""
    return frozenset({player.pk, *Player.objects.filter(same_as=player).values_list("pk", flat=True)})


NEAR = 0.8


def near_by(name: str, players: Iterable[Player]) -> list[Player]:
    """Those of the players whose name is at least `NEAR` to this one, the nearest first."""
    ours = _plain(name)
    matcher = SequenceMatcher(b=" ".join(ours))
    ranked = [(_likeness(ours, player, matcher), player) for player in players]
    near = [pair for pair in ranked if pair[0] >= NEAR]
    return [player for _, player in sorted(near, key=lambda pair: (-pair[0], pair[1].name, pair[1].pk))]


def _likeness(ours: list[str], player: Player, matcher: "SequenceMatcher[str]") -> float:
    """From 0 to 1; the same initial and surname, or Betty for Elizabeth, count as 0.9.

    The matcher holds our side, which it prepares once.
    """
    theirs = _plain(player.name)
    if ours == theirs or (player.known_as and ours == _plain(player.known_as)):
        return 1.0
    surname = len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1]
    if surname and (ours[0][0] == theirs[0][0] or is_short_form(ours[0], theirs[0])):
        return 0.9
    if surname and SequenceMatcher(None, ours[0], theirs[0]).ratio() < NEAR:
        return 0.0  # Brenda and Maureen Bainbridge: a long surname alone makes nobody alike
    matcher.set_seq1(" ".join(theirs))
    if matcher.real_quick_ratio() < NEAR or matcher.quick_ratio() < NEAR:
        return 0.0
    return matcher.ratio()


def _plain(name: str) -> list[str]:
    """A name as lower-case words without dots and apostrophes."""
    return name.casefold().replace(".", " ").replace("'", "").replace("\u2019", "").split()
