"""A player's season as the picture beside a link shows it: games won and lost on a domino, and no name.

What messengers have once fetched stays in other people's phones, so a name that the league no longer shows would too.
"""

import hashlib
from dataclasses import dataclass

from django.urls import reverse

from league.live.link_preview import ScorePicture
from league.pages.queries.careers import PlayerSeen
from league.teams.models import Player


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """What is drawn, its address and the same in words."""

    score: ScorePicture
    digest: str
    address: str
    words: str


def pictured(player: Player, seen: PlayerSeen) -> PlayerPicture | None:
    """The picture of a player's season; none of somebody under 18, or before any game was played."""
    record = seen.record
    if player.under_18 or not record.played:
        return None
    league, season = player.league, f"season {seen.season}" if seen.season else ""
    status = f"{league.short_name} \N{MIDDLE DOT} {seen.team}" if seen.team else league.short_name
    score = ScorePicture("Won", "Lost", (record.won, record.lost), status, "", f"Games, {season}".rstrip(", "))
    digest = hashlib.sha256(repr(score).encode()).hexdigest()[:16]
    return PlayerPicture(
        score=score,
        digest=digest,
        address=reverse("player-image", args=[league.slug, player.slug, digest]),
        words=f"{record.won} games won, {record.lost} lost",
    )
