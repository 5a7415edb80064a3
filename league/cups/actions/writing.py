"""Writing about a cup: holding it, appending a fact, and taking in what its matches came to.

Every other action of this app stands on these. Knows the order: first what the results say, then what is new.
"""

from datetime import datetime
from typing import Any

from django.db.models import Max, Model

from league.accounts.models import User
from league.audit.actions import record
from league.cups.choices import FactKind
from league.cups.models import Cup, Fact
from league.cups.queries.book import account_of
from league.schedule.actions import bump_version
from scoring import codec

# The kind of a fact is the name of its value, but for these.
KINDS = {"cup-resolved": FactKind.RESOLVED, "cup-placed": FactKind.RESOLVED}


def hold_cup(cup: Cup) -> Cup:
    """The cup as it is now, with everything an action asks of it, locked until the transaction ends."""
    held: Cup = (
        Cup.objects.select_for_update(of=("self",))
        .select_related("division__competition__season__league")
        .get(pk=cup.pk)
    )
    return held


def append_fact(cup: Cup, fact: Any, *, by: User | None, at: datetime) -> Fact:
    """Write a fact down as the next one. Unchecked: the caller holds the cup, and records what was done."""
    body = codec.encode(fact)
    number = (Fact.objects.filter(cup=cup).aggregate(last=Max("number"))["last"] or 0) + 1
    row = Fact(cup=cup, number=number, kind=kind_of(body["type"]), body=body, by=by, at=at)
    row.full_clean(exclude=["by"])  # nobody wrote down what a result says
    row.save()
    if cup.competition.play_off_of_id is not None:
        bump_version(cup.competition)
    return row


def kind_of(name: str) -> FactKind:
    """The kind of a fact by the name that its value has in JSON ("cup-walked-over")."""
    return KINDS.get(name) or FactKind(name.removeprefix("cup-"))


def take_results(cup: Cup, *, at: datetime) -> tuple[Fact, ...]:
    """Write down what the results of its matches say and nobody has written down yet. The caller holds the cup."""
    pending = account_of(cup, at).pending
    return tuple(append_fact(cup, each.fact, by=None, at=each.at) for each in pending)


def record_about(
    cup: Cup,
    verb: str,
    words: str,
    *,
    by: User | None,
    at: datetime,
    about: tuple[Model, ...] = (),
    reason: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """The audit entry of an action on a cup: about the cup and its season, and what else it concerns."""
    season = cup.season
    record(
        verb=verb,
        words=words,
        at=at,
        by=by,
        league_id=season.league_id,
        about=(cup, season, *about),
        reason=reason,
        before=before,
        after=after,
    )
