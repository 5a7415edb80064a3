"""What waits for whoever runs the cups: ties and groups to rule on, and draws to hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.cups.choices import CupState
from league.cups.models import Cup
from league.cups.queries.book import Account, accounts_of, names_of
from league.cups.queries.day import day_after
from league.cups.queries.draws import draws_due
from league.cups.queries.record import disputes_of
from league.teams.models import League
from scoring.season.knockout.cups import Shape


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to be done about a cup. `tie` is set where it is to be ruled on; otherwise a draw is to be held."""

    cup: Cup
    what: str
    why: str
    tie: str = ""
    moment: date | None = None


def cups_waiting(league: League, at: datetime) -> list[Task]:
    """Everything about this season's cups: three queries, and two more for each cup that has something to rule on."""
    season = {"division__competition__season__current": True, "division__competition__season__league": league}
    cups = list(
        Cup.objects.filter(**season, state__in=[CupState.OPEN, CupState.DRAWN])
        .select_related("division__competition__season__league")
        .order_by("division__competition__name", "pk")
    )
    drawn = [cup for cup in cups if cup.state == CupState.DRAWN]
    return [*_rulings(drawn, at), *_first_draws(cups, localdate(at))]


def _rulings(cups: list[Cup], at: datetime) -> Iterator[Task]:
    for account in accounts_of(cups, at):
        yield from _of_groups(account)
        if account.bracket is None:
            continue
        if account.bracket.conflicts:
            for each in disputes_of(account.bracket, names_of(account.cup)):
                why = f"{each.played} played, and by what is known now {each.now} should have."
                yield Task(account.cup, f"{account.cup}, {each.name}", why, each.tie)
        for due in draws_due(account.cup, at, account):
            if not due.waiting:
                why = f"{len(due.entrants)} names are in the hat."
                yield Task(account.cup, f"{account.cup}: draw {due.name[:1].lower()}{due.name[1:]}", why)


def _of_groups(account: Account) -> Iterator[Task]:
    """Groups that are over and wait for their knockout, or no longer fit the one that was drawn from them."""
    if account.rules.shape is not Shape.GROUPS:
        return
    day = day_after(account.cup, [each.fact for each in account.noted])
    if day.conflict:
        why = "A group was put right after the draw, and others would be in it now."
        yield Task(account.cup, f"{account.cup}: the knockout no longer fits the groups", why)
    elif day.over and account.bracket is None:
        yield Task(account.cup, f"{account.cup}: draw the knockout", "The groups are over.")


def _first_draws(cups: list[Cup], today: date) -> Iterator[Task]:
    for cup in cups:
        if cup.state == CupState.OPEN and cup.entries_close and cup.entries_close < today:
            yield Task(cup, f"{cup}: hold the draw", "Entries have closed.", moment=cup.entries_close)
