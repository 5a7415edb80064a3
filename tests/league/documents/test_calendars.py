"""Calendars as other programs read them: every match at its hour on the wall, and moved in place when it is moved."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
import time_machine
import vobject
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.schedule.actions.matches import play_elsewhere, postpone_fixture, rearrange_fixture, void_fixture
from league.schedule.actions.midseason import withdraw_team
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.teams.actions.leagues import rename_team
from league.teams.models import Venue
from tests.factories import SIGNED, league_in_season, make_fixture, make_venue

LONDON = ZoneInfo("Europe/London")
AT = datetime(2026, 9, 1, 12, tzinfo=LONDON)


@pytest.fixture
def small(db):
    with time_machine.travel(AT, tick=False), scopes_disabled():
        made = league_in_season(squad=0)
        with scope(league=made.league):
            yield made


def get(path="calendar.ics", league="leek", **headers):
    return Client().get(f"/{league}/{path}", headers=headers)


def by_icalendar(body: bytes) -> dict[str, tuple]:
    """UID -> (start, end, status) in London time, as the library reads it that also writes it."""
    events = icalendar.Calendar.from_ical(body).walk("VEVENT")
    return {
        str(each["uid"]): (each.decoded("dtstart"), each.decoded("dtstart") + each.decoded("duration"), each["status"])
        for each in events
    }


def by_vobject(body: bytes) -> dict[str, tuple]:
    """The same as a library reads it that has nothing to do with the other, by the zone that is in the file."""
    calendar = vobject.readOne(body.decode())
    return {
        each.uid.value: (each.dtstart.value, each.dtstart.value + each.duration.value, each.status.value)
        for each in calendar.contents.get("vevent", [])
    }


def wall(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def nights_of_a_season():
    """Every hour that matches start at, on nights about both changes of the clocks, and near midnight."""
    days = [date(2026, 9, 7) + timedelta(days=7 * week) for week in range(30)]
    days += [date(2026, 10, day) for day in (23, 24, 25, 26)] + [date(2027, 3, day) for day in (26, 27, 28, 29)]
    hours = [time(19, 30), time(20), time(22), time(22, 30), time(23, 15), time(23, 59)]
    return [(day, hours[number % len(hours)]) for number, day in enumerate(days * 2)]


def test_every_match_is_at_its_hour_on_the_wall_for_two_readers(small):
    with scopes_disabled():
        Fixture.objects.all().delete()
        made = {
            make_fixture(*small.entries[:2], on=day, week=week, start_time=hour).code: (day, hour)
            for week, (day, hour) in enumerate(nights_of_a_season(), start=1)
        }
    body = get().content
    wanted = {f"{code}@leek.double-six": f"{day} {hour:%H:%M}" for code, (day, hour) in made.items()}

    for read in (by_icalendar, by_vobject):
        found = read(body)
        assert {uid: wall(start) for uid, (start, _, _) in found.items()} == wanted
        for uid, (start, _, _) in found.items():
            day, hour = made[uid.partition("@")[0]]
            meant = datetime.combine(day, hour, LONDON)
            assert start.utcoffset() == meant.utcoffset(), (read.__name__, start)
            assert start.astimezone(UTC) == meant.astimezone(UTC), (read.__name__, start)


def test_a_match_lasts_three_hours_through_a_change_of_the_clocks(small):
    """It is said how long it lasts, since an hour that the clocks repeat does not say when it ends."""
    with scopes_disabled():
        make_fixture(*small.entries[:2], on=date(2026, 10, 24), week=9, start_time=time(23))
    event = max(icalendar.Calendar.from_ical(get().content).walk("VEVENT"), key=lambda each: each.decoded("dtstart"))
    assert wall(event.decoded("dtstart")) == "2026-10-24 23:00"
    assert event.decoded("duration") == timedelta(hours=3)
    assert "dtend" not in event


@pytest.mark.parametrize("path", ["calendar.ics", "crown-a/calendar.ics", "table/division-one/calendar.ics"])
def test_what_a_calendar_says_of_a_match(small, path):
    match = small.fixtures[0]
    Venue.objects.filter(pk=match.venue_id).update(
        address="1 High Street, Leek", postcode="ST13 1AA", notes="Side door"
    )
    body = get(path).content
    event = vobject.readOne(body.decode()).contents["vevent"][0]

    assert event.uid.value == f"{match.code}@leek.double-six"
    assert event.summary.value == "Crown A v Bell"
    assert event.location.value == "Crown A Inn, 1 High Street, Leek, ST13 1AA"
    assert event.url.value == "http://testserver/leek/2026-09-07/crown-a-v-bell/"
    assert event.description.value.split("\n") == [
        "Division One, Leek Dominoes", "Side door", "http://testserver/leek/2026-09-07/crown-a-v-bell/",
    ]  # fmt: skip
    assert event.status.value == "CONFIRMED"
    assert "vtimezone" in vobject.readOne(body.decode()).contents
    assert b"DTSTART;TZID=Europe/London:20260907T200000\r\n" in body
    assert max(map(len, body.split(b"\r\n"))) <= 75


def keep(store: dict, body: bytes) -> dict:
    """What a program that follows a calendar does: one entry for each UID, a later SEQUENCE over an earlier one."""
    for event in vobject.readOne(body.decode()).contents.get("vevent", []):
        held = store.get(event.uid.value)
        if held is None or int(event.sequence.value) >= int(held.sequence.value):
            store[event.uid.value] = event
    return store


def test_a_match_that_is_put_off_and_given_a_date_stays_one_entry(small):
    match = small.fixtures[0]
    act = {"by": small.secretary, "at": AT, "reason": "Snow on the tops"}
    uid = f"{match.code}@leek.double-six"
    store = keep({}, get().content)
    count, first = len(store), int(store[uid].sequence.value)

    put_off = postpone_fixture(fixture=match, play_by=date(2026, 10, 1), **act)
    assert len(keep(store, get().content)) == count
    assert (store[uid].status.value, store[uid].transp.value) == ("TENTATIVE", "TRANSPARENT")
    assert store[uid].summary.value == "Postponed: Crown A v Bell"
    assert wall(store[uid].dtstart.value) == "2026-09-07 20:00"
    assert "to be played by Thu 1 Oct" in store[uid].description.value
    assert store[uid].dtstamp.value == AT

    rearrange_fixture(fixture=put_off, date=date(2026, 11, 24), start_time=time(19, 30), **act)
    assert len(keep(store, get().content)) == count
    assert store[uid].status.value == "CONFIRMED"
    assert store[uid].summary.value == "Crown A v Bell"
    assert wall(store[uid].dtstart.value) == "2026-11-24 19:30"
    assert "Moved from Mon 7 Sep" in store[uid].description.value
    assert int(store[uid].sequence.value) > first


def test_a_match_put_off_twice_strikes_out_the_night_that_it_had_last(small):
    act = {"by": small.secretary, "at": AT, "reason": "Snow"}
    moved = rearrange_fixture(fixture=small.fixtures[0], date=date(2026, 9, 30), **act)
    postpone_fixture(fixture=moved, **act | {"at": AT + timedelta(days=1)})
    [event] = [
        each for each in vobject.readOne(get().content.decode()).vevent_list if "Postponed" in each.summary.value
    ]
    assert wall(event.dtstart.value) == "2026-09-30 20:00"


def test_void_withdrawn_and_awarded_matches_are_struck_out_and_a_new_pub_is_told(small):
    act = {"by": small.secretary, "at": AT, "reason": "Flood"}
    void_fixture(fixture=small.fixtures[0], **act)
    play_elsewhere(fixture=small.fixtures[1], venue=make_venue(small.league, "The Swan with Two Necks"), **act)
    withdraw_team(entry=small.entries[0], on=date(2026, 9, 2), reason="Folded", by=small.secretary, at=AT)
    Fixture.objects.filter(pk=small.fixtures[3].pk).update(state=FixtureState.AWARDED)
    told = {
        (event.summary.value, event.status.value, event.location.value)
        for event in vobject.readOne(get().content.decode()).vevent_list
    }
    assert told == {
        ("Void: Crown A v Bell", "CANCELLED", "Crown A Inn"),
        ("No match: Bell v Crown A", "CANCELLED", "Bell Inn"),
        ("Plough v Swan", "CONFIRMED", "The Swan with Two Necks"),
        ("Not played: Swan v Plough", "CANCELLED", "Swan Inn"),
    }


def test_each_calendar_has_its_own_matches_only(small):
    with scopes_disabled():
        other = league_in_season("dales", squad=0)
        make_fixture(small.entries[0], None, date(2026, 9, 21), week=3)  # a bye is no match
    sizes = {
        path: len(by_vobject(get(path).content))
        for path in (
            *("calendar.ics", "table/division-one/calendar.ics", "crown-a/calendar.ics"),
            "venues/crown-a-inn/calendar.ics",
        )
    }
    assert sizes == {
        "calendar.ics": 4, "table/division-one/calendar.ics": 4, "crown-a/calendar.ics": 2,
        "venues/crown-a-inn/calendar.ics": 1,
    }  # fmt: skip
    assert not by_vobject(get().content).keys() & by_vobject(get(league=other.league.slug).content).keys()


def test_a_program_that_has_it_is_told_so_until_something_changes(small):
    first = get()
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert first["Cache-Control"] == "public, max-age=900"
    assert not first.cookies
    again = get(if_none_match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])

    void_fixture(fixture=small.fixtures[0], by=small.secretary, at=AT, reason="Flood")
    changed = get(if_none_match=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_team_s_old_address_leads_to_the_new_one(small):
    rename_team(team=small.entries[0].team, name="Crown Stars", by=small.secretary, at=SIGNED)
    answer = get("crown-a/calendar.ics")
    assert (answer.status_code, answer["Location"]) == (301, "/leek/crown-stars/calendar.ics")


def test_an_address_of_nothing_is_not_found(small):
    for path in ("nobody/calendar.ics", "venues/x/calendar.ics", "table/x/calendar.ics", "cups/2026-27/x/calendar.ics"):
        assert get(path).status_code == 404


@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_a_calendar_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], week=number + 1)
    with django_assert_num_queries(4):
        assert len(by_vobject(get().content)) == count


ATTACKS = [
    "\r\nBEGIN:VEVENT\r\nSUMMARY:Free beer\r\nEND:VEVENT\r\n",
    "\nATTENDEE:mailto:x@example.org",
    "\rX-EVIL:1",
    "\x0bX-EVIL:1\x0c",
    "\u2028X-EVIL:1\u2029X-EVIL:2\x85X-EVIL:3",
    "\\nX-EVIL:1",
    ";VALUE=URI:X-EVIL:1",
    "\r\n X-EVIL:1",
    "\x01X-EVIL:1\x7f",
    "Ünïcödé " * 5 + "\r\nX-EVIL:1",
]


@pytest.mark.parametrize("where", ["entry", "name", "address", "notes"])
def test_no_name_becomes_a_line_of_the_file(small, where):
    """Ten attacks in four places, a team's name and all of a venue: no line is more, or another, than without them."""
    Venue.objects.update(address="1 High Street", notes="Side door")
    plain = lines_of(get().content)
    for attack in ATTACKS:
        if where == "entry":
            Entry.objects.filter(pk=small.entries[0].pk).update(name=f"Crown{attack}")
        else:
            Venue.objects.update(**{where: f"Crown{attack}"})
        body = get().content
        assert lines_of(body) == plain, attack
        assert b"\r" not in body.replace(b"\r\n", b""), attack
        assert b"\n" not in body.replace(b"\r\n", b""), attack
        assert len(by_vobject(body)) == len(by_icalendar(body)) == 4


def lines_of(body: bytes) -> list[str]:
    """The name of every line, unfolded, by anything that some program takes for an end of line."""
    text = body.decode().replace("\r\n ", "")
    return [line.partition(":")[0].partition(";")[0] for line in text.splitlines()]
