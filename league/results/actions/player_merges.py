"""One player under two names: the cards stay as they were sent, and count for one of them, until it is undone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.results.actions.settlement import compute
from league.results.models import Appearance, Result
from league.results.queries.appearances import outings_of
from league.schedule.actions.locking import lock_fixtures
from league.teams.actions.player_merges import point_player, release_player
from league.teams.models import Merge, Player


def merge_players(*, gone: Player, kept: Player, reason: str, by: User, at: datetime) -> Merge:
    """Let what `gone` played count for `kept`, with all else that is theirs.

    ValidationError if they have been on one line of a card, or for two teams on one day: then they are two people.
    """
    refuse_if_two(gone, kept)
    with write_tx():
        fixtures = lock_fixtures(_played_by(gone))
        merge = point_player(gone=gone, kept=kept, reason=reason, by=by, at=at)
        _recompute(fixtures, at)
    # A card that was being taken in meanwhile may still have counted for the one who is gone.
    with write_tx():
        _recompute(lock_fixtures(_played_by(gone)), at)
    return merge


def undo_merge(*, merge: Merge, reason: str, by: User, at: datetime) -> Merge:
    """Let the cards count for the players whom they name again."""
    keys = {str(key) for key in (merge.gone_id, *merge.moved["others"])}
    with write_tx():
        fixtures = lock_fixtures(Q(pk__in=_fixtures_naming(merge.kept, keys)))
        merge = release_player(merge=merge, reason=reason, by=by, at=at)
        _recompute(fixtures, at)
    return merge


def refuse_if_two(one: Player, two: Player) -> None:
    """ValidationError if the cards show them in two places at once."""
    ours, theirs = outings_of(one), outings_of(two)
    lines = {(outing.match, outing.line): outing for outing in ours}
    days = {outing.on: outing for outing in ours}
    for outing in theirs:
        met, same_day = lines.get((outing.match, outing.line)), days.get(outing.on)
        if met is not None or (same_day is not None and same_day.team != outing.team):
            where = "on the same line of a card" if met else "for two different teams"
            raise ValidationError(f"They played {where} on {night(outing.on, year=True)}, so they are two people.")


def _played_by(player: Player) -> Q:
    """The fixtures of whose cards something counts for this row."""
    rows = Appearance.objects.filter(player=player)
    return Q(pk__in=list(rows.values_list("result__fixture", flat=True).distinct()))


def _fixtures_naming(kept: Player, keys: set[str]) -> list[int]:
    """Of the fixtures that a player has played in, those whose card that counts names one of these keys."""
    results = Result.objects.filter(appearances__player=kept).distinct()
    cards = results.values_list("fixture", "submission__card")
    return [fixture for fixture, card in cards if keys & set(_ids(card))]


def _ids(card: dict[str, Any]) -> Iterable[str]:
    for line in card.get("lines", ()):
        yield from (named["id"] for side in ("home", "away") for named in line.get(side, ()) if named["id"])


def _recompute(fixtures: Iterable[Any], at: datetime) -> None:
    for fixture in fixtures:
        compute(fixture, at=at)
