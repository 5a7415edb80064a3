"""What is written because of the hour: a match tomorrow, a card that is to come, a result that stands now, a tie
without a date, the digest.

Every kind has its hour by the league’s clock, and is written once when that hour has come. Nothing is done at that
moment (docs/decisions/0006-a-result-is-confirmed-without-a-job.md): it is told that the moment has come.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate, localtime
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.ui.formats import clock, moment_text
from league.cups.queries.coordinator_tasks import cup_tasks
from league.matchnight.models import AvailabilitySettings
from league.notifications.choices import MessageKind
from league.notifications.queries.followers import leagues_with_followers
from league.notifications.queries.letter import DAY, Letter, after_quiet_hours, at_local, days_when, to_each, when
from league.notifications.queries.letters.availability import reminders, tea_time
from league.notifications.queries.letters.cards import card_address, facts_about, receipts_of, score_of, sides_of
from league.notifications.queries.recipients import both_sides, leaders, offices
from league.notifications.queries.weekly import leagues_with_weekly_mail
from league.results.choices import ResultState
from league.results.models import Draft, Result
from league.results.queries.penalties import late_cards_to_decide
from league.results.queries.to_do import BUTTONS, CaptainTaskKind, photos_without_card, results_of, unsettled_results
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Division, Fixture
from league.schedule.queries.lists import awaited_cards
from league.schedule.queries.matches import open_anywhere, open_fixtures, requests_waiting, without_a_date
from league.schedule.values.matches import card_due, starts_at
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.queries.squads import registrations_waiting, transfers_waiting
from scoring.card.league_rules import Confirm
from scoring.words import several

BEFORE, TEA_TIME, CLOSING, BREAKFAST = time(10), time(16), time(22, 15), time(8)
TIE_NOTICE = timedelta(days=7)
LONGEST_DUE = timedelta(days=43)  # no league can give captains longer to send a card: 999 hours
SECOND = timedelta(hours=12)


def leagues_due(after: datetime, until: datetime) -> set[int]:
    with scopes_disabled():
        if days_when(BREAKFAST, after, until):
            return set(League.objects.values_list("pk", flat=True))
        sealed = Result.objects.select_related("fixture__league", "fixture__division__competition")
        return {
            *_with_nights(after, until),
            *_with_players_to_ask(after, until),
            *_awaiting_cards(after, until),
            *(result.fixture.league_id for result, _ in second_cards_due(sealed, after, until)),
            *leagues_with_results_standing(after, until),
            *leagues_with_followers(after, until),
            *leagues_with_weekly_mail(after, until),
        }


def leagues_with_results_standing(after: datetime, until: datetime) -> set[int]:
    results = Result.objects.filter(state=ResultState.PROVISIONAL, confirm_by__gt=after, confirm_by__lte=until)
    return set(results.values_list("fixture__league", flat=True))


def is_half_a_day_before(due: datetime | None, after: datetime, until: datetime) -> bool:
    """At night it waits until eight."""
    return due is not None and after < after_quiet_hours(due - SECOND) <= until < due


def awaiting_cards(fixtures: QuerySet[Fixture], after: datetime, until: datetime) -> QuerySet[Fixture]:
    since, last = localtime(after).date() - LONGEST_DUE, localtime(until).date()
    return fixtures.filter(state=FixtureState.SCHEDULED, date__gte=since, date__lte=last)


def second_cards_due(results: QuerySet[Result], after: datetime, until: datetime) -> Iterator[tuple[Result, datetime]]:
    sealed = results.filter(state=ResultState.SEALED, fixture__division__competition__season__current=True)
    sealed = sealed.exclude(submission__by=None)  # nobody's card: both captains were asked when it came
    for result in sealed.order_by("pk"):
        due = card_due(result.fixture, result.fixture.rules_in_force())
        if due is not None and is_half_a_day_before(due, after, until):
            yield result, due


def _with_nights(after: datetime, until: datetime) -> Iterator[int]:
    before, closing = days_when(BEFORE, after, until), days_when(CLOSING, after, until)
    if before or closing:
        dated = Q(date__in=[*(day + DAY for day in before), *closing], state=FixtureState.SCHEDULED)
        to_arrange = Q(date=None, play_by__in=[day + TIE_NOTICE for day in before])
        yield from open_anywhere().filter(dated | to_arrange).values_list("league", flat=True)


def _with_players_to_ask(after: datetime, until: datetime) -> Iterator[int]:
    before, tonight = days_when(BEFORE, after, until), days_when(TEA_TIME, after, until)
    if not before and not tonight:
        return
    asking = AvailabilitySettings.objects.filter(team__active=True, enabled=True)
    nights = {
        team: {*tonight, *(day + days * DAY for day in before for days in (first, last) if days)}
        for team, first, last in asking.values_list("team", "first_days", "last_days")
    }
    matches = open_anywhere().filter(date__in=set().union(*nights.values()))
    for league, date, *teams in matches.values_list("league", "date", "home__team", "away__team"):
        if any(date in nights.get(team, ()) for team in teams):
            yield league


def _awaiting_cards(after: datetime, until: datetime) -> Iterator[int]:
    nights = set(awaiting_cards(open_anywhere(), after, until).values_list("division", "date", "start_time"))
    divisions = Division.objects.select_related("competition__season__league").in_bulk({key for key, _, _ in nights})
    rules = {key: each.rules_in_force() for key, each in divisions.items()}
    for key, day, start in nights:
        if is_half_a_day_before(card_due(Fixture(date=day, start_time=start), rules[key]), after, until):
            yield divisions[key].competition.season.league_id


# --- the letters of a league ------------------------------------------------------------------------------------------
MOST_NAMED = 5  # matches that are named one by one
BY_CODE = "Sent by the code on the card"
OF_CARDS = frozenset({"Disputed cards", BY_CODE, "Cards to check", "Late cards", "Results to enter"})
OF_CUPS = frozenset({"Cups"})
OF_THE_SECRETARY = frozenset(
    {"Points to deduct or not", "Matches to move", "Matches without a date", "Players to register", "Transfers"}
)
SETTLED_BY = {
    RoleKind.SECRETARY: OF_CARDS | OF_CUPS | OF_THE_SECRETARY,
    RoleKind.RESULTS_OFFICER: OF_CARDS,
    RoleKind.COORDINATOR: OF_CUPS,
}


def digest_of(league: League, people: Iterable[tuple[User, frozenset[RoleKind]]], at: datetime) -> Iterator[Letter]:
    """To each officer for whom anything waits, given with their offices."""
    people = list(people)
    waits = _waits(league, at) if people else {}
    about, action = f"digest-{league.pk}-{localdate(at)}", ("Open your inbox", reverse("inbox", args=[league.slug]))
    for person, kinds in people:
        settles = set().union(*(SETTLED_BY[kind] for kind in kinds & SETTLED_BY.keys()))
        theirs = {label: names for label, names in waits.items() if names and label in settles}
        if theirs:
            subject = f"{several(sum(map(len, theirs.values())), 'thing')} to do, {league.short_name}"
            text, facts = ("This was open at 8am.",), tuple(_facts(theirs))
            yield Letter(MessageKind.DIGEST, person, about, subject, text, facts, action)


def _waits(league: League, at: datetime) -> dict[str, list[str]]:
    unsettled, _, by_code = unsettled_results(league, at)
    sent_by_code = [each.fixture for each in by_code] + [each.fixture for each in photos_without_card(league)]
    late, before_fixtures = awaited_cards(league, at)
    results = [(each.state == ResultState.DISPUTED, str(each.fixture)) for each in unsettled]
    return {
        "Disputed cards": [name for disputed, name in results if disputed],
        BY_CODE: [str(each) for each in sent_by_code],
        "Cards to check": [name for disputed, name in results if not disputed],
        "Late cards": [str(fixture) for fixture, _ in late],
        "Results to enter": [str(fixture) for fixture, _ in before_fixtures],
        "Points to deduct or not": [f"{each.entry} ({each.fixture})" for each in late_cards_to_decide(league, at)],
        "Matches to move": [str(each.fixture) for each in requests_waiting(league) if not each.fixture.to_arrange],
        "Matches without a date": [str(each) for each in without_a_date(league)],
        "Players to register": [f"{each.player} for {each.team}" for each in registrations_waiting(league)],
        "Transfers": [f"{each.player} to {each.joins}" for each in transfers_waiting(league)],
        "Cups": [each.what for each in cup_tasks(league, at)],
    }


def _facts(waits: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    for label, names in waits.items():
        rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        yield label, f"{len(names)} ({', '.join(names[:MOST_NAMED])}{rest})"


def letters_due(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    for day in days_when(BEFORE, after, until):
        yield from _of_each(_tomorrow, open_fixtures(league).filter(date=day + DAY, state=FixtureState.SCHEDULED))
        yield from _of_each(_to_arrange, open_fixtures(league).filter(date=None, play_by=day + TIE_NOTICE))
        yield from reminders(league, day)
    for day in days_when(TEA_TIME, after, until):
        yield from tea_time(league, day)
    for day in days_when(CLOSING, after, until):
        yield from _of_each(_tonight, open_fixtures(league).filter(date=day, state=FixtureState.SCHEDULED))
    yield from _second_reminder(league, after, until)
    yield from cards_missing(league, after, until)
    yield from results_standing(league, after, until)
    for day in days_when(BREAKFAST, after, until):
        yield from digest_of(league, offices(league), at_local(day, BREAKFAST))


def _of_each(write: Callable[[Fixture], Iterable[Letter]], fixtures: QuerySet[Fixture]) -> Iterator[Letter]:
    for fixture in fixtures.order_by("pk"):
        yield from write(fixture)


def _tomorrow(fixture: Fixture) -> Iterator[Letter]:
    """Both captains: who, where and when, for the calendar too."""
    facts = (
        ("Match", f"{fixture}, {fixture.occasion}"),
        ("When", when(fixture)),
        ("At", ", ".join(filter(None, (fixture.venue.name, fixture.venue.address, fixture.venue.postcode)))),
    )
    about, text = f"tomorrow-{fixture.pk}-{fixture.date}", "Your match is tomorrow."
    subject = f"{fixture} tomorrow, {clock(fixture.start_time)} at {fixture.venue.name}"
    people, action = both_sides(fixture), ("See the match", fixture.get_absolute_url())
    kind, until = MessageKind.TOMORROW, starts_at(fixture)
    yield from to_each(people, kind, about, subject, (text,), facts, action, until=until, fixture=fixture)


def _tonight(fixture: Fixture) -> Iterator[Letter]:
    """Both captains, on the night: straight to the form."""
    yield from _to_enter(fixture, f"tonight-{fixture.pk}-{fixture.date}", f"{fixture}: enter tonight’s result")


def _second_reminder(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Both captains once more, half a day before the card is late; in the night it waits until eight."""
    for fixture in awaiting_cards(open_fixtures(league), after, until).order_by("pk"):
        due = card_due(fixture, fixture.division.rules_in_force(league))
        if is_half_a_day_before(due, after, until):
            subject = f"{fixture}: result due by {moment_text(localtime(due))}"
            yield from _to_enter(fixture, f"due-{fixture.pk}-{fixture.date}", subject, due)


def _to_enter(fixture: Fixture, about: str, subject: str, due: datetime | None = None) -> Iterator[Letter]:
    rules = fixture.division.rules_in_force(fixture.league)
    due, each_sends = due or card_due(fixture, rules), rules.confirm is Confirm.BOTH_ENTER
    who = "Each captain sends one." if each_sends else "Either captain can send it."
    paragraphs = (f"No card yet from either side. {who}",)
    facts = (("Match", f"{fixture}, {fixture.occasion}"), *((("Due by", moment_text(localtime(due))),) if due else ()))
    begun = set(Draft.objects.filter(fixture=fixture).values_list("by", flat=True))
    for person in both_sides(fixture):
        kind = CaptainTaskKind.FINISH if person.pk in begun else CaptainTaskKind.ENTER
        action = (BUTTONS[kind], card_address(fixture))
        yield from to_each([person], MessageKind.CARD_DUE, about, subject, paragraphs, facts, action, until=due)


def _to_arrange(fixture: Fixture) -> Iterator[Letter]:
    """Both captains of a tie, or of a postponed match, a week before its last day."""
    assert fixture.play_by is not None
    kind, about = MessageKind.CUP if fixture.stage else MessageKind.MOVED, f"arrange-{fixture.pk}-{fixture.play_by}"
    subject = f"{fixture} has no date yet: play by {fixture.day_text(fixture.play_by)}"
    text = "You have a week left to play it. Suggest up to three dates: your opponents choose one."
    facts, action = (("Match", f"{fixture}, {fixture.occasion}"),), ("Suggest dates", fixture.get_absolute_url())
    yield from to_each(both_sides(fixture), kind, about, subject, (text,), facts, action)


# --- cards that are in ------------------------------------------------------------------------------------------------
def results_standing(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Both sides, once a card has stood for as long as the rules give the other side to question it."""
    results = results_of(league).filter(state=ResultState.PROVISIONAL, confirm_by__gt=after, confirm_by__lte=until)
    for result in results.order_by("confirm_by", "pk"):
        fixture, (ours, theirs) = result.fixture, sides_of(result.fixture, result.submission)
        paragraphs = (
            f"{theirs} did not reply in time, so the card from {ours} stands.",
            *(("The league will still check something on the card.",) if result.flagged else ()),
            _where_to_object(fixture),
        )
        about, subject = f"stood-{result.submission_id}", f"{score_of(fixture, result)}: result confirmed"
        facts = (*facts_about(fixture, result), ("Receipt", receipts_of(fixture)))
        people, action = both_sides(fixture), ("See the match", fixture.get_absolute_url())
        yield from to_each(people, MessageKind.RESULT, about, subject, paragraphs, facts, action)


def cards_missing(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Where both sides must send a card: the one that has not, half a day before it is late; at eight after a night."""
    for result, due in second_cards_due(results_of(league), after, until):
        fixture, late = result.fixture, moment_text(localtime(due))
        sent, missing = sides_of(fixture, result.submission)
        about, subject = f"due-{fixture.pk}-{fixture.date}", f"{fixture}: your card is due by {late}"
        text = f"{sent} have sent their card. You will see it when you have sent yours."
        facts = (("Match", f"{fixture}, {fixture.occasion}"), ("Due by", late))
        people, action = leaders(missing), ("Send your card", card_address(fixture))
        yield from to_each(people, MessageKind.CARD_DUE, about, subject, (text,), facts, action, until=due)


def _where_to_object(fixture: Fixture) -> str:
    """Captains cannot change it any more; the secretary can, until the tables are final. Cups go on."""
    competition = fixture.division.competition
    if competition.season.closed_at and competition.kind == CompetitionKind.LEAGUE:
        return f"Season {competition.season} is closed and its tables are final."
    return "If it is wrong, reply to this e-mail: the secretary can still correct it."
