"""What people are told of a match that is moved, struck out, or that somebody asks to move."""

from collections.abc import Iterator
from datetime import date

from django.urls import reverse
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.models import Entry
from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter, when
from league.notifications.queries.news.subjects import fixture_of, source
from league.notifications.queries.people import everybody_of, leaders
from league.schedule.models import Entry as Side
from league.schedule.models import Fixture, MoveRequest
from league.schedule.queries import requests_about
from league.ui.words import clock, night, one_line

VOID = "void_fixture"
DATE_STAYS = (VOID, "play_elsewhere")


def short_notice(entry: Entry, fixture: Fixture) -> tuple[str, ...]:
    """The fact, and the reason if there is room; nothing for a match of any other day. Needs league."""
    today, old = localdate(entry.at), entry.before.get("date")
    was = date.fromisoformat(old) if old else fixture.date if entry.verb in DATE_STAYS else None
    if was != today:
        return ()
    reason = f"Reason: {one_line(entry.reason)}" if entry.reason else ""
    return f"{fixture.league.short_name}: {_fact(entry, fixture, today)}", reason


def _fact(entry: Entry, fixture: Fixture, today: date) -> str:
    if entry.verb == VOID:
        return f"today's match is off. {fixture} is not played."
    if fixture.date is None:
        return f"today's match is off. {fixture} has no new date yet."
    if fixture.date == today:
        return f"today's match has changed. {fixture} is at {fixture.venue}, {clock(fixture.start_time)}."
    return f"today's match is off. {fixture} is now {when(fixture)}."


def moved(entry: Entry) -> Iterator[Letter]:
    """Both sides and their players: where and when it was, and is now. A calendar entry goes with it."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    facts = (
        *_before(entry),
        ("Now", when(fixture)),
        ("At", str(fixture.venue)),
        *((("To be played by", night(fixture.play_by)),) if fixture.play_by and not fixture.date else ()),
        ("Match", f"{fixture}, {fixture.occasion}"),
    )
    reason = (f"The reason: {one_line(entry.reason)}",) if entry.reason else ()
    short = short_notice(entry, fixture)
    for person in everybody_of(fixture):
        yield Letter(
            MessageKind.MOVED,
            person,
            source(entry),
            _what(fixture),
            (one_line(entry.words), *reason),
            facts,
            (("See the match", fixture.get_absolute_url()),),
            own=person.pk == entry.by_id,
            fixture=fixture,
            short=() if person.pk == entry.by_id else short,
        )


def struck_out(entry: Entry) -> Iterator[Letter]:
    """Both sides and their players: it is not played."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    words = ("Nobody gets anything for it.", f"The reason: {one_line(entry.reason)}")
    short = short_notice(entry, fixture)
    for person in everybody_of(fixture):
        yield Letter(
            MessageKind.MOVED,
            person,
            source(entry),
            f"{fixture} is not played",
            words,
            (("Was", when(fixture)), ("Match", f"{fixture}, {fixture.occasion}")),
            (("See the match", fixture.get_absolute_url()),),
            fixture=fixture,
            short=() if person.pk == entry.by_id else short,
        )


def asked(entry: Entry) -> Iterator[Letter]:
    """The other side, which answers."""
    asked = _request(entry)
    if asked is None or asked.agreed is not None or asked.accepted is not None:
        return
    fixture, dates = asked.fixture, [offer.date for offer in asked.offers.all()]
    offered = ((("Dates offered", ", ".join(night(each) for each in dates)),) if dates else ()) + (
        (("Wanted", night(asked.new_date)),) if asked.new_date else ()
    )
    subject = f"{asked.asked_by} offer dates for {fixture}" if fixture.to_arrange else f"{entry.words.rstrip('.')}"
    answer = reverse("accept-move", args=[fixture.league.slug, asked.pk]) if dates else fixture.get_absolute_url()
    for person in leaders(_other(asked, asked.asked_by)):
        if person.pk != entry.by_id:
            words = (f"The reason: {one_line(asked.reason)}",)
            facts = (*offered, ("Now", when(fixture)), ("Match", f"{fixture}, {fixture.occasion}"))
            yield Letter(MessageKind.MOVE_ASKED, person, source(entry), subject, words, facts, (("Answer", answer),))


def answered(entry: Entry) -> Iterator[Letter]:
    """The side that asked; nothing where the match has been moved with it, which is told by itself."""
    asked = _request(entry)
    if asked is None or asked.accepted is not None:
        return
    words = ("The secretary has the last word.",)
    for person in leaders(asked.asked_by):
        if person.pk != entry.by_id:
            yield _reply(entry, asked, person, words)


def withdrawn(entry: Entry) -> Iterator[Letter]:
    """The other side, which need not answer any more."""
    asked = _request(entry)
    if asked is None:
        return
    for person in leaders(_other(asked, asked.asked_by)):
        if person.pk != entry.by_id:
            yield _reply(entry, asked, person, (f"It stays as it is: {when(asked.fixture)}.",))


def turned_down(entry: Entry) -> Iterator[Letter]:
    """Both sides, where the secretary says no; where the answer is yes the match is moved, which is told by itself."""
    asked = _request(entry)
    if asked is None or asked.accepted:
        return
    reason = (f"The reason: {one_line(entry.reason)}",) if entry.reason else ()
    for person in leaders(asked.fixture.home, asked.fixture.away):
        yield _reply(entry, asked, person, (*reason, f"It stays as it is: {when(asked.fixture)}."))


def _reply(entry: Entry, asked: MoveRequest, person: User, words: tuple[str, ...]) -> Letter:
    fixture = asked.fixture
    return Letter(
        MessageKind.MOVE_ASKED,
        person,
        source(entry),
        entry.words.rstrip("."),
        words,
        (("Match", f"{fixture}, {fixture.occasion}"),),
        (("See the match", fixture.get_absolute_url()),),
    )


def _request(entry: Entry) -> MoveRequest | None:
    """The request that was made or answered by that deed: the latest one made by then."""
    fixture = fixture_of(entry)
    if fixture is None:
        return None
    made = requests_about().filter(fixture=fixture, at__lte=entry.at)
    return made.order_by("-at", "-pk").first()


def _other(asked: MoveRequest, side: Side) -> Side | None:
    fixture = asked.fixture
    return fixture.away if side.pk == fixture.home_id else fixture.home


def _what(fixture: Fixture) -> str:
    """The fact that the subject begins with."""
    return f"{fixture}: now {when(fixture)}" if fixture.date else f"{fixture} is put off, with no new date yet"


def _before(entry: Entry) -> Iterator[tuple[str, str]]:
    """Where and when it was, as far as the deed changed that."""
    old, new = entry.before.get("date"), entry.after.get("date")
    if old and old != new:
        yield "Was", night(date.fromisoformat(old))
    if entry.before.get("venue") and entry.before["venue"] != entry.after.get("venue"):
        yield "Was at", str(entry.before["venue"])
