"""Which kinds of message a person wants from a league."""

from collections.abc import Collection
from datetime import datetime

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.post.choices import ALWAYS, Kind, Way
from league.post.models import Unwanted
from league.teams.models import League


def choose_kinds(
    *,
    league: League,
    user: User,
    offered: Collection[str],
    kinds: Collection[str],
    by: User,
    at: datetime,
    way: Way = Way.MAIL,
) -> None:
    """Turn the kinds on that were chosen of those `offered`, and the others of them off, by one way."""
    chosen = {Kind(kind) for kind in kinds}
    off = [kind for kind in map(Kind, offered) if kind not in chosen and kind not in ALWAYS]
    with write_tx():
        held = Unwanted.objects.filter(user=user, league=league, way=way)
        held.filter(kind__in=list(chosen)).delete()
        known = set(held.values_list("kind", flat=True))
        Unwanted.objects.bulk_create(
            Unwanted(user=user, league=league, kind=kind, way=way, since=at) for kind in off if kind.value not in known
        )
        words = f"{user} chose what to be sent{'' if way == Way.MAIL else ' to phones'}"
        after = {"turned off": [kind.label for kind in off]}
        record(verb="choose_kinds", words=words, at=at, by=by, league_id=league.pk, about=(user,), after=after)


def turn_off(*, league: League, user: User, kind: Kind, at: datetime) -> None:
    """Send no more of one kind, as the link in a mail asks; a second time it is so already."""
    with write_tx():
        _, made = Unwanted.objects.get_or_create(
            user=user, league=league, kind=kind, way=Way.MAIL, defaults={"since": at}
        )
        if made:
            words = f"{user} wants no more mails of this kind: {kind.label}"
            record(verb="turn_off", words=words, at=at, by=user, league_id=league.pk, about=(user,))
