"""What people are told of a match that is moved, struck out, or that somebody asks to move, and of a whole list."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from datetime import date

from django.urls import reverse
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.ui.converters import of_season
from league.base.ui.formats import clock, night, one_line
from league.cups.models import Cup
from league.notifications.choices import MessageKind
from league.notifications.queries.letter import (
    Facts,
    Letter,
    fixture_of,
    keys_of,
    season_of,
    source,
    to_each,
    when,
    without,
)
from league.notifications.queries.recipients import LEADERS, both_sides, everybody_of, leaders, with_teams
from league.schedule.choices import FixtureState
from league.schedule.models import Entry as Side
from league.schedule.models import Fixture, MoveRequest, Season
from league.schedule.queries.lists import list_news
from league.schedule.queries.matches import requests_about, whole_fixtures
from league.teams.models import League, Role

VOID = "void_fixture"
DATE_STAYS = (VOID, "play_elsewhere")


def short_notice(entry: Entry, fixture: Fixture) -> tuple[str, ...]:
    """Nothing for a match of any other day. Needs league."""
    today, old = localdate(entry.at), entry.before.get("date")
    was = date.fromisoformat(old) if old else fixture.date if entry.verb in DATE_STAYS else None
    if was != today:
        return ()
    reason = f"Reason: {one_line(entry.reason)}" if entry.reason else ""
    return f"{fixture.league.short_name}: {_fact(entry, fixture, today)}", reason


def _fact(entry: Entry, fixture: Fixture, today: date) -> str:
    if entry.verb == VOID:
        return f"today’s match is off. {fixture} will not be played."
    if fixture.date is None:
        return f"today’s match is off. {fixture} has no new date yet."
    if fixture.date == today:
        return f"today’s match has changed. {fixture} is at {fixture.venue}, {clock(fixture.start_time)}."
    return f"today’s match is off. {fixture} is now {when(fixture)}."


def match_moved(entry: Entry) -> Iterator[Letter]:
    """Both sides and their players: where and when it was, and is now. A calendar entry goes with it."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    facts = (
        *_before(entry),
        ("Now", when(fixture)),
        ("At", str(fixture.venue)),
        *((("Play by", fixture.day_text(fixture.play_by)),) if fixture.play_by and not fixture.date else ()),
        ("Match", f"{fixture}, {fixture.occasion}"),
    )
    reason = (f"Reason: {one_line(entry.reason)}",) if entry.reason else ()
    subject = f"{fixture}: now {when(fixture)}" if fixture.date else f"{fixture}: postponed, no new date yet"
    text = "Your match has changed." if fixture.date else "Your match is postponed."
    yield from _to_players(entry, fixture, subject, (text, *reason), facts, by=entry.by_id)


def _to_players(
    entry: Entry, fixture: Fixture, subject: str, paragraphs: tuple[str, ...], facts: Facts, *, by: int | None = None
) -> Iterator[Letter]:
    short, action = short_notice(entry, fixture), ("See the match", fixture.get_absolute_url())
    for person in everybody_of(fixture):
        yield Letter(
            MessageKind.MOVED, person, source(entry), subject, paragraphs, facts, action, fixture=fixture,
            own=person.pk == by, short=() if person.pk == entry.by_id else short,
        )  # fmt: skip


def match_voided(entry: Entry) -> Iterator[Letter]:
    """Both sides and their players: it is not played."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    paragraphs = ("Neither side gets any points.", f"Reason: {one_line(entry.reason)}")
    facts = (("Was", when(fixture)), ("Match", f"{fixture}, {fixture.occasion}"))
    yield from _to_players(entry, fixture, f"{fixture} will not be played", paragraphs, facts)


def move_requested(entry: Entry) -> Iterator[Letter]:
    """The other side, which answers."""
    request = _request(entry)
    if request is None or request.agreed is not None or request.accepted is not None:
        return
    fixture, dates = request.fixture, [offer.date for offer in request.offers.all()]
    offered = ((("Suggested dates", ", ".join(map(fixture.day_text, dates))),) if dates else ()) + (
        (("New date", fixture.day_text(request.new_date)),) if request.new_date else ()
    )
    subject = f"{request.asked_by} suggest dates for {fixture}" if fixture.to_arrange else f"{entry.words.rstrip('.')}"
    answer = reverse("accept-move", args=[fixture.league.slug, request.pk]) if dates else fixture.get_absolute_url()
    people, text = without(leaders(_other(request)), entry.by_id), f"Reason: {one_line(request.reason)}"
    facts, action = (*offered, ("Now", when(fixture)), ("Match", f"{fixture}, {fixture.occasion}")), ("Reply", answer)
    yield from to_each(people, MessageKind.MOVE_ASKED, source(entry), subject, (text,), facts, action)


def move_answered(entry: Entry) -> Iterator[Letter]:
    """The side that asked; nothing where the match has been moved with it, which is told by itself."""
    request = _request(entry)
    if request is not None and request.accepted is None:
        people = without(leaders(request.asked_by), entry.by_id)
        yield from _reply(entry, request, people, ("The secretary now decides.",))


def request_withdrawn(entry: Entry) -> Iterator[Letter]:
    """The other side, which need not answer any more."""
    request = _request(entry)
    if request is not None:
        people = without(leaders(_other(request)), entry.by_id)
        yield from _reply(entry, request, people, (f"The match stays as it is: {when(request.fixture)}.",))


def move_rejected(entry: Entry) -> Iterator[Letter]:
    """Both sides, where the secretary says no; where the answer is yes the match is moved, which is told by itself."""
    request = _request(entry)
    if request is not None and not request.accepted:
        reason = (f"Reason: {one_line(entry.reason)}",) if entry.reason else ()
        paragraphs = (*reason, f"The match stays as it is: {when(request.fixture)}.")
        yield from _reply(entry, request, both_sides(request.fixture), paragraphs)


def _reply(entry: Entry, request: MoveRequest, people: list[User], paragraphs: tuple[str, ...]) -> Iterator[Letter]:
    subject, fixture = entry.words.rstrip("."), request.fixture
    facts, action = (("Match", f"{fixture}, {fixture.occasion}"),), ("See the match", fixture.get_absolute_url())
    return to_each(people, MessageKind.MOVE_ASKED, source(entry), subject, paragraphs, facts, action)


def _request(entry: Entry) -> MoveRequest | None:
    fixture = fixture_of(entry)
    if fixture is None:
        return None
    made = requests_about().filter(fixture=fixture, at__lte=entry.at)
    return made.order_by("-at", "-pk").first()


def _other(request: MoveRequest) -> Side | None:
    fixture = request.fixture
    return fixture.away if request.asked_by_id == fixture.home_id else fixture.home


def _before(entry: Entry) -> Iterator[tuple[str, str]]:
    old, new = entry.before.get("date"), entry.after.get("date")
    if old and old != new:
        yield "Was", night(date.fromisoformat(old))
    if entry.before.get("venue") and entry.before["venue"] != entry.after.get("venue"):
        yield "Was at", str(entry.before["venue"])


# --- the fixture list -------------------------------------------------------------------------------------------------
LetterText = tuple[str, tuple[str, ...]]  # a subject, and paragraphs


def list_published(entry: Entry) -> Iterator[Letter]:
    """Captains of every team that is in it; of one that takes another's place, with what is new for them."""
    season = season_of(entry)
    if season is not None:
        paragraphs = ("Your matches are on your team’s page, with a link to add them to your calendar.",)
        subject = f"The fixtures for {season} are published"
        yield from _to_captains(entry, season, lambda teams: (subject, (*paragraphs, *_changed(teams, entry))))


def list_rescheduled(entry: Entry) -> Iterator[Letter]:
    """Captains of the teams whose matches were changed, with what became of theirs."""
    season = season_of(entry)
    if season is not None:
        paragraphs = (f"The league has changed the fixtures for {season}.", f"Reason: {one_line(entry.reason)}")

        def letter_text(teams: Collection[int]) -> LetterText:
            changed = _changed(teams, entry)
            several = f"{len(changed)} of your matches have changed, season {season}"
            return (changed[0].rstrip(".") if len(changed) == 1 else several), (*paragraphs, *changed)

        yield from _to_captains(entry, season, letter_text)


def list_withdrawn(entry: Entry) -> Iterator[Letter]:
    """Captains of every team that was in it: what they have on paper is no longer so."""
    season = season_of(entry)
    if season is not None:
        paragraphs = ("Do not use them any more. We will e-mail you when new fixtures are published.",)
        subject = f"The fixtures for {season} are withdrawn"
        yield from _to_captains(entry, season, lambda _: (subject, paragraphs))


def _changed(teams: Collection[int], entry: Entry) -> tuple[str, ...]:
    news = list_news(teams, entry.at)
    return tuple(f"{one_line(each).rstrip('.')}." for each in news["changed"]) if news else ()


def role_ended(entry: Entry) -> Iterator[Letter]:
    league = League.objects.get(pk=entry.league_id or 0)
    for person in User.objects.filter(pk__in=keys_of(entry, "user"), is_active=True).exclude(pk=entry.by_id or 0):
        ended = Role.objects.filter(league=league, user=person, ended_at=entry.at).select_related("team").first()
        if ended is not None:
            paragraphs = ("You can still sign in, with any other roles you have.",)
            subject = f"You are no longer {ended.as_words}, {league.short_name}"
            yield Letter(MessageKind.ROLE, person, source(entry), subject, paragraphs)


def _to_captains(
    entry: Entry, season: Season, letter_text: Callable[[Collection[int]], LetterText]
) -> Iterator[Letter]:
    for person, teams in with_teams(season.league, LEADERS, keys_of(entry, "team")):
        subject, text = letter_text([team.pk for team in teams])
        address = of_season(season.league.slug, season, "fixtures", team=teams[0].slug)
        own, action = person.pk == entry.by_id, ("See your matches", address)
        yield Letter(MessageKind.LIST, person, source(entry), subject, text, (), action, own=own)


# --- draws and ties of a cup ------------------------------------------------------------------------------------------
def draw_held(entry: Entry) -> Iterator[Letter]:
    """Those who are in the cup: captains of its teams, and those entered by name."""
    cup = _cup(entry)
    if cup is None:
        return
    sides = Side.objects.filter(division=cup.division, entrant__withdrawn_at=None).select_related("team__league")
    subject, text = f"{cup}: the draw is made", "We will e-mail you again when you know your opponents."
    people, action = leaders(*sides.order_by("pk")), ("See the draw", cup.get_absolute_url())
    yield from to_each(people, MessageKind.CUP, source(entry), subject, (text,), (), action)


def tie_scheduled(entry: Entry) -> Iterator[Letter]:
    """The two sides of a tie whose names are known now."""
    fixture = fixture_of(entry)
    if fixture is None or not fixture.open:
        return
    dated = (("When", when(fixture)),) if fixture.date else ()
    by = (("Play by", fixture.day_text(fixture.play_by)),) if fixture.play_by else ()
    facts = (("Tie", str(fixture)), *dated, ("At", str(fixture.venue)), *by)
    subject, text = f"{fixture}: {fixture.occasion}", "The date is set."
    if not fixture.date:
        text = "Agree a date between you: suggest up to three, and your opponents choose one."
    action = ("See the tie" if fixture.date else "Suggest dates", fixture.get_absolute_url())
    calendar = fixture if fixture.date else None
    people = both_sides(fixture)
    yield from to_each(people, MessageKind.CUP, source(entry), subject, (text,), facts, action, fixture=calendar)


def tie_unscheduled(entry: Entry) -> Iterator[Letter]:
    """The two sides of a tie that is struck out: why, where what was noted in the same breath says so."""
    fixture = fixture_of(entry)
    if fixture is None or fixture.state != FixtureState.VOID:
        return
    noted = Entry.objects.filter(verb="write_fact", at=entry.at, league_id=entry.league_id)
    why = noted.order_by("-pk").values_list("words", "reason")[:1]
    sentence, reason = why[0] if why else (entry.reason, "")
    paragraphs = (one_line(sentence), *((f"Reason: {one_line(reason)}",) if reason else ()))
    subject, facts = f"{fixture} will not be played", (("Tie", f"{fixture}, {fixture.occasion}"),)
    people, action = both_sides(fixture), ("See the tie", fixture.get_absolute_url())
    calendar = fixture if fixture.date else None
    yield from to_each(people, MessageKind.CUP, source(entry), subject, paragraphs, facts, action, fixture=calendar)


def walkovers_given(entry: Entry) -> Iterator[Letter]:
    """Those who go through because the other side left; where a tie is a match, its own letter says so."""
    cup, through = _cup(entry), entry.after.get("walkovers", ())
    if cup is None or cup.by_card or not through:
        return
    numbers = [entrant.number for entrant in cup.entrants.all() if entrant.key in through]
    sides = Side.objects.filter(entrant__cup=cup, entrant__number__in=numbers).select_related("team__league")
    reason = (f"Reason: {one_line(entry.reason)}",) if entry.reason else ()
    paragraphs, people = (one_line(entry.words), *reason), leaders(*sides.order_by("pk"))
    action = ("See the cup", cup.get_absolute_url())
    yield from to_each(people, MessageKind.CUP, source(entry), f"{cup}: you go through", paragraphs, (), action)


def round_deadline_set(entry: Entry) -> Iterator[Letter]:
    """Those who have a tie to arrange whose last day is another one now. One on a finals night is told as moved."""
    cup = _cup(entry)
    fixtures = whole_fixtures().filter(pk__in=keys_of(entry, "fixture"), date=None, play_by__isnull=False)
    ties_by_person = defaultdict[User, list[Fixture]](list)
    for tie in fixtures.order_by("play_by", "pk"):
        for person in both_sides(tie) if tie.open else ():
            ties_by_person[person].append(tie)
    for person, ties in ties_by_person.items():
        one = len(ties) == 1
        facts = tuple((str(tie), f"by {night(tie.play_by)}") for tie in ties if tie.play_by)
        paragraphs = ("The last day to play has changed. Suggest up to three dates: your opponents choose one.",)
        subject = f"{ties[0]}: play {facts[0][1]}" if one else f"{len(ties)} ties of {cup}: new last day to play"
        address = ties[0].get_absolute_url() if one or cup is None else cup.get_absolute_url()
        action = ("Suggest dates" if one else "See your ties", address)
        yield Letter(MessageKind.CUP, person, source(entry), subject, paragraphs, facts, action)


def _cup(entry: Entry) -> Cup | None:
    cups = Cup.objects.filter(pk__in=keys_of(entry, "cup")).select_related("division__competition__season__league")
    return cups.order_by("pk").first()
