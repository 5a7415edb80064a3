"""The secretary's pages about one match, over HTTP."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from league.base.audit.models import Entry as AuditEntry
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import ask_move
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Fixture, MoveRequest
from league.schedule.queries.matches import desk_of, requests_waiting
from tests.factories import FIRST_NIGHT, make_fixture, make_venue
from tests.league.person import signed_in

LATER = date(2026, 10, 12)


def address(name, fixture):
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug])


def sent(fixture, **values):
    return {"seen": fixture.version, "reason": "Snow on the tops", "asked_by": "league", **values}


def fresh(fixture):
    return Fixture.objects.get(pk=fixture.pk)


def test_postponing_without_a_date(small, secretary):
    match = small.fixtures[0]
    page = secretary.get(address("postpone-match", match), follow=True).content.decode()
    assert "Postpone the match" in page

    values = sent(match, asked_by=small.entries[1].pk, anyway="on")
    answer = secretary.post(address("postpone-match", match), values)

    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()
    put_off, move = fresh(match), fresh(match).moves.get()
    assert (put_off.date, put_off.first_date, put_off.status) == (None, FIRST_NIGHT, FixtureStatus.POSTPONED)
    assert (move.old_date, move.new_date) == (FIRST_NIGHT, None)
    assert (move.asked_by, move.reason) == (small.entries[1], "Snow on the tops")
    told = "We are e-mailing both sides, Crown A and Bell. Tell the pub, Crown A Inn, yourself."
    assert told in secretary.get(answer["Location"]).content.decode()


def test_rearranging_to_another_night_hour_and_pub(small, secretary):
    match, venue = small.fixtures[0], make_venue(small.league, "Institute")
    values = sent(match, date="2026-10-12", start_time="19:30", venue=venue.pk)

    assert secretary.post(address("rearrange-match", match), values).status_code == 302
    moved = fresh(match)
    assert (moved.date, str(moved.start_time), moved.venue) == (LATER, "19:30:00", venue)


def test_doubts_are_told_once_and_then_it_is_the_secretary_s_word(small, secretary):
    match = small.fixtures[0]
    values = sent(match, new_date=str(FIRST_NIGHT + timedelta(weeks=1)))

    told = secretary.post(address("postpone-match", match), values)
    assert told.status_code == 200
    assert b"Crown A already play that night: Bell v Crown A." in told.content
    assert b"Go ahead all the same" in told.content
    assert fresh(match).date == FIRST_NIGHT

    asked = {"asked": told.context["form"].data["asked"]}
    assert secretary.post(address("postpone-match", match), values | asked).status_code == 422
    assert secretary.post(address("postpone-match", match), values | asked | {"anyway": "on"}).status_code == 302
    assert fresh(match).date == FIRST_NIGHT + timedelta(weeks=1)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"new_date": "2027-07-01"}, 'new_date">Thu 1 Jul is outside the season, Tue 1 Sep to Fri 30 Apr.</a>'),
        ({"new_date": "soon"}, "“New date” is not a date."),
        ({"reason": " "}, "Enter the reason."),
        ({"asked_by": "999999"}, "Choose again for “Who asked for it?”: that is not on offer."),
        ({"seen": "0"}, "This match has changed since you opened the page."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_moves(small, secretary, values, said):
    match = small.fixtures[0]
    answer = secretary.post(address("postpone-match", match), sent(match) | values)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert b"There is a problem" in answer.content
    assert fresh(match).version == match.version


def test_a_void_match_and_back(small, secretary):
    match = small.fixtures[0]
    page = secretary.get(address("void-match", match), follow=True).content.decode()
    assert "neither side gets points for it" in page
    secretary.post(address("void-match", match), sent(match))
    assert fresh(match).state == FixtureState.VOID

    secretary.post(address("reinstate-match", match), sent(fresh(match), date="2026-10-12"))
    assert (fresh(match).state, fresh(match).date) == (FixtureState.SCHEDULED, LATER)


@pytest.mark.parametrize("name", ["postpone-match", "rearrange-match", "reinstate-match"])
@pytest.mark.parametrize("dated", [True, False])
def test_a_pair_twice_at_one_ground_is_a_doubt(small, secretary, name, dated):
    match = make_fixture(small.entries[0], small.entries[1], FIRST_NIGHT + timedelta(weeks=5), week=6)
    words = "Crown A v Bell is in the fixtures twice: "
    values = {"date": str(LATER), "new_date": str(LATER), "start_time": "20:00", "venue": match.venue_id}
    if name == "reinstate-match":
        secretary.post(address("void-match", match), sent(match))
        values["date"] *= dated
    answer = secretary.post(address(name, match), sent(fresh(match)) | values)
    assert (answer.status_code, words in answer.content.decode()) == (200, True)
    secretary.post(address(name, match), sent(fresh(match)) | values | {"anyway": "on"})
    assert fresh(match).date == (LATER if values["date"] else None)


def test_a_captain_asks_the_other_agrees_the_secretary_moves(small, secretary):
    match = small.fixtures[0]
    home, away = signed_in(small.captains[0]), signed_in(small.captains[1])
    assert b"Sending as Bell." in away.get(address("ask-move", match)).content
    asked = away.post(address("ask-move", match), {"reason": "A wedding"})
    assert asked.status_code == 302
    request = MoveRequest.objects.get()
    assert (fresh(match).date, list(requests_waiting(small.league))) == (FIRST_NIGHT, [request])

    agree = reverse("agree-move", args=["leek", request.pk])
    assert away.post(agree).status_code == 403
    assert home.post(agree).status_code == 302
    request.refresh_from_db()
    assert request.agreed is True

    grant = reverse("grant-move", args=["leek", request.pk])
    page = secretary.get(grant, follow=True).content.decode()
    assert "A wedding" in page
    assert "Agrees (Crown A Captain)" in page
    assert secretary.post(grant, {"new_date": "2026-10-12"}).status_code == 302
    moved, move = fresh(match), fresh(match).moves.get()
    assert (moved.date, moved.state) == (LATER, FixtureState.SCHEDULED)
    assert (move.asked_by, move.reason, move.by) == (small.entries[1], "A wedding", small.secretary)
    assert not requests_waiting(small.league).exists()
    assert list(AuditEntry.objects.order_by("pk").values_list("words", flat=True)) == [
        "Bell asked to move Crown A v Bell to a date to be agreed.",
        "Crown A agreed to move Crown A v Bell.",
        "Bell’s request to move Crown A v Bell was granted.",
        "Crown A v Bell moved to Mon 12 Oct (was Mon 7 Sep).",
    ]
    assert secretary.post(grant, {"new_date": "2026-10-12"}).status_code == 422


def test_the_secretary_turns_a_request_down_and_says_why(small, secretary):
    request = _asked(small)
    refuse = reverse("refuse-move", args=["leek", request.pk])

    assert secretary.post(refuse, {"reason": ""}).status_code == 422
    assert secretary.post(refuse, {"reason": "The pub has cooked"}).status_code == 302
    request.refresh_from_db()
    assert (request.accepted, fresh(small.fixtures[0]).date) == (False, FIRST_NIGHT)
    assert _asked(small) != request


def test_a_played_match_cannot_be_asked_for(small):
    match = small.fixtures[0]
    mark_played(lock_fixture(match.pk))

    assert signed_in(small.captains[0]).get(address("ask-move", match)).status_code == 403


def test_what_each_person_can_do_about_a_match(small):
    match = lock_fixture(small.fixtures[0].pk)
    desk = {user.name: desk_of(user, match) for user in (small.secretary, small.captains[0], small.captains[2])}

    assert desk["Sam Secretary"]["arranges"]
    assert (desk["Crown A Captain"]["may_ask"], desk["Crown A Captain"]["arranges"]) == (True, False)
    assert desk["Plough Captain"]["empty"]

    request = _asked(small)
    home = desk_of(small.captains[0], match)
    assert (home["may_ask"], home["may_answer"], home["request"]) == (False, True, request)
    assert not desk_of(small.captains[1], match)["may_answer"]


def _asked(small):
    return ask_move(fixture=small.fixtures[0], asked_by=small.entries[1], reason="Snow", by=small.captains[1], at=now())


def test_a_whole_night_is_put_off(small, secretary):
    mark_played(lock_fixture(small.fixtures[1].pk))
    make_fixture(small.entries[2], None, week=9)
    url = reverse("postpone-night", args=["leek", FIRST_NIGHT])
    page = secretary.get(url, follow=True).content.decode()
    assert '<details id="postpone" class="flow no-print" open>' in page
    assert "Crown A v Bell at Crown A Inn is postponed." in page
    assert page.count("is postponed.") == 1
    assert "Not on this list: 1 match that is live or has a result." in " ".join(page.split())

    assert secretary.post(url, {"reason": ""}).status_code == 422
    assert secretary.post(url, {"reason": "Snow"}).status_code == 302
    assert [fresh(match).state for match in small.fixtures] == ["postponed", "played", "scheduled", "scheduled"]
    assert b"No match of that night can be postponed" in secretary.get(url, follow=True).content
    assert secretary.post(url, {"reason": "Snow"}).status_code == 422


def test_a_whole_night_is_moved_together(small, secretary):
    url = reverse("postpone-night", args=["leek", FIRST_NIGHT])
    answer = secretary.post(url, {"reason": "Snow", "new_date": "2026-10-12"})

    assert answer.url == reverse("fixtures-night", args=["leek", LATER])
    assert {fresh(match).date for match in small.fixtures[:2]} == {LATER}


def test_a_night_that_fits_is_put_in_the_form_and_keeps_what_was_typed(small):
    secretary, fixture = signed_in(small.secretary), small.fixtures[0]
    for name, field in (("rearrange-match", "date"), ("postpone-match", "new_date")):
        url = reverse(name, args=["leek", fixture.first_date, fixture.slug])
        typed = {"reason": "No team", "asked_by": fixture.home_id, "seen": fixture.version, field: "2026-11-01"}
        answer = secretary.post(url, typed | {"choose": "2026-12-03"})

        assert answer.status_code == 200
        form = answer.context["form"]
        assert {key: str(form[key].value()) for key in typed} == {
            key: str(value) for key, value in (typed | {field: "2026-12-03"}).items()
        }
        assert fresh(fixture).date == fixture.date
