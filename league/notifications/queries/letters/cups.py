"""What those in a cup are told: that it is drawn, whom they meet, by when, and that a tie is not to be played."""

from collections import defaultdict
from collections.abc import Iterator

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.ui.formats import night, one_line
from league.cups.models import Cup
from league.notifications.choices import MessageKind
from league.notifications.queries.letter import Letter, fixture_of, keys_of, source, to_each, when
from league.notifications.queries.recipients import both_sides, leaders
from league.schedule.choices import FixtureState
from league.schedule.models import Entry as Side
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures


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
