"""What waits for whoever runs the cups: ties and groups to rule on, and draws to hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.cups.choices import CupState
from league.cups.models import Cup, Tie
from league.cups.queries.book import Account, account_from, names_of, ties_by_cup
from league.cups.queries.day import day_after
from league.cups.queries.draws import draws_due
from league.cups.queries.facts import facts_by_cup
from league.cups.queries.record import disputes_of
from league.cups.queries.ties import Days, chased_in, days_by_cup
from league.teams.models import League
from scoring.season.knockout.cups import Shape


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to be done about a cup. `tie` is set where it is to be ruled on, `chase` where somebody is to be asked
    about ties; otherwise a draw is to be held.
    """

    cup: Cup
    what: str
    why: str
    tie: str = ""
    moment: date | None = None
    chase: bool = False


def cups_waiting(league: League, at: datetime) -> list[Task]:
    """Everything about this season's cups: four queries, and two more for each cup that has something to rule on."""
    season = {"division__competition__season__current": True, "division__competition__season__league": league}
    cups = list(
        Cup.objects.filter(**season, state__in=[CupState.OPEN, CupState.DRAWN])
        .select_related("division__competition__season__league")
        .order_by("division__competition__name", "pk")
    )
    drawn = [cup for cup in cups if cup.state == CupState.DRAWN]
    return [*_rulings(drawn, at), *_first_draws(cups, localdate(at))]


def _rulings(cups: list[Cup], at: datetime) -> Iterator[Task]:
    if not cups:
        return
    noted, ties, days = facts_by_cup(cups), ties_by_cup(cups), days_by_cup(cups)
    for cup in cups:
        rows = ties.get(cup.pk, {})
        account = account_from(cup, noted.get(cup.pk, ()), rows, at)
        yield from _late(account, rows, days.get(cup.pk, {}), localdate(at))
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


def _late(account: Account, rows: Mapping[str, tuple[Tie, ...]], days: Days, today: date) -> Iterator[Task]:
    """Ties past their day, or whose match nobody has put up: one task for all of them."""
    late = [each for each in chased_in(account, rows, days, today, {}) if each.late or each.row is None]
    if late:
        what = "1 tie" if len(late) == 1 else f"{len(late)} ties"
        why = "They want a match, a date or a card." if len(late) > 1 else late[0].why
        day = min((each.play_by for each in late if each.play_by), default=None)
        yield Task(account.cup, f"{account.cup}: {what} to chase", why, moment=day, chase=True)


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
