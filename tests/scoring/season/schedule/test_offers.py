"""The nights on which a match can be played, the best first, and what a league's own rules say of putting it off."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import codec
from scoring.season.schedule.circle import plain_list
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import (
    MoveRules,
    Tier,
    Until,
    Window,
    follows,
    last_day,
    objections_to_asking,
    sift,
)
from scoring.season.schedule.task import Division, Match, Mode, Task, Team, Venue, Wish, WishKind
from tests.seeds import examples

FIRST = date(2026, 9, 7)
WEEK = timedelta(weeks=1)
EVERY_DAY = frozenset(range(7))


def league(sizes=(4,), weeks=16, *, share=False, **division):
    """Teams A1.. of division A and so on, nights on Mondays and Thursdays; `share` has two teams in each pub."""
    nights = tuple(FIRST + number * WEEK + timedelta(days=extra) for number in range(weeks) for extra in (0, 3))
    names = ["ABCD"[number] for number in range(len(sizes))]
    teams = [f"{name}{seat}" for name, size in zip(names, sizes, strict=True) for seat in range(1, size + 1)]
    pubs = {team: f"V{place // 2 if share else place}" for place, team in enumerate(teams)}
    return Task(
        id="moved",
        divisions=tuple(
            Division(
                name, name, tuple(f"{name}{seat}" for seat in range(1, size + 1)), nights, mode=Mode.RELAXED, **division
            )
            for name, size in zip(names, sizes, strict=True)
        ),
        venues=tuple(Venue(pub, f"The {pub}") for pub in sorted(set(pubs.values()))),
        teams=tuple(Team(team, f"Team {team}", pubs[team], team[0]) for team in teams),
    )


def mondays(task):
    """The plain list, on Mondays."""
    plain = plain_list(replace(task, divisions=tuple(replace(d, dates=d.dates[::2]) for d in task.divisions)))
    return list(plain)


def window(weeks=16):
    return Window(FIRST, FIRST + weeks * WEEK, EVERY_DAY, usual=0)


TASK = league()
MATCHES = mondays(TASK)
FREE = MATCHES[-1].date + WEEK


def offers(*asked, today, window):
    return sift(*asked, today=today, window=window).offers


def dates(found):
    return [offer.date for offer in found]


def why(found, day):
    return next(refused.why for refused in found.refused if refused.date == day)


def test_a_free_usual_night_comes_before_another_weekday_of_its_week():
    found = offers(TASK, MATCHES, MATCHES[0], today=FIRST, window=window())

    monday, thursday = (next(offer for offer in found if offer.date == day) for day in (FREE, FREE + timedelta(days=3)))
    assert found.index(monday) < found.index(thursday)
    assert monday.reasons == (
        "the usual night",
        "no other match for either team that week",
        "three weeks from the other meeting",
    )
    assert thursday.reasons[0] == "a Thursday, not a Monday"


def test_a_bank_holiday_is_offered_after_another_weekday_and_by_its_name():
    known = replace(window(), days_off={FREE: "a bank holiday, Boxing Day"})
    found = offers(TASK, MATCHES, MATCHES[0], today=FIRST, window=known)

    monday, thursday = (next(offer for offer in found if offer.date == day) for day in (FREE, FREE + timedelta(days=3)))
    assert found.index(thursday) < found.index(monday)
    assert monday.reasons[0] == "a bank holiday, Boxing Day"


def test_a_second_match_in_a_week_is_said_and_costs():
    found = offers(TASK, MATCHES, MATCHES[0], today=FIRST, window=window())

    busy = next(offer for offer in found if offer.date == FIRST + WEEK + timedelta(days=3))
    assert [said for said in busy.reasons if "also play on Mon 14 Sep" in said]
    assert found.index(busy) > 0


def test_a_spare_night_comes_first_of_its_kind_on_any_weekday():
    kept = Window(FIRST, FREE + WEEK, frozenset(), usual=0, spare=frozenset({FREE + timedelta(days=3)}))

    found = offers(TASK, MATCHES, MATCHES[0], today=FIRST, window=kept)

    assert found[0].date == FREE + timedelta(days=3)
    assert found[0].reasons[0] == "a spare night"


def test_only_days_after_today_inside_the_window_are_looked_at():
    today = FIRST + 2 * WEEK
    narrow = Window(FIRST, FIRST + 4 * WEEK, frozenset({3}), usual=0)

    found = sift(TASK, MATCHES, MATCHES[0], today=today, window=narrow)

    looked_at = sorted([*dates(found.offers), *(each.date for each in found.refused)])
    assert looked_at == [day for day in TASK.divisions[0].dates if today < day <= FIRST + 4 * WEEK]


def test_nights_that_do_not_fit_say_why():
    task = league(share=True, min_rest_days=4)
    closed = FIRST + 8 * WEEK
    task = replace(task, venues=tuple(replace(venue, closed=frozenset({closed})) for venue in task.venues))
    matches = mondays(task)

    found = sift(task, matches, matches[0], today=FIRST, window=window())

    assert "twice" in " ".join(why(found, FIRST + WEEK))
    assert "closed" in " ".join(why(found, closed))
    assert why(found, FIRST + WEEK + timedelta(days=3))


def test_a_hard_wish_is_kept_and_a_soft_one_is_said():
    wish = Wish("R1", WishKind.NO_MATCH, True, 0, "darts", team=MATCHES[0].home, dates=frozenset({FREE}))

    kept = offers(replace(TASK, wishes=(wish,)), MATCHES, MATCHES[0], today=FIRST, window=window())
    soft = offers(
        replace(TASK, wishes=(replace(wish, hard=False, weight=5),)), MATCHES, MATCHES[0], today=FIRST, window=window()
    )

    assert FREE not in dates(kept)
    assert "against a request" in next(offer for offer in soft if offer.date == FREE).reasons[-1]


def test_the_only_home_night_that_was_asked_for_is_not_given_up():
    wish = Wish("R1", WishKind.HOME_ON, True, team=MATCHES[0].home, dates=frozenset({MATCHES[0].date}))

    found = sift(replace(TASK, wishes=(wish,)), MATCHES, MATCHES[0], today=FIRST, window=window())

    assert found.offers == ()


def test_a_list_at_fault_elsewhere_can_still_be_moved_about_in():
    doubled = Match("A", MATCHES[4].date, MATCHES[4].home, MATCHES[4].away)
    assert judge(TASK, [*MATCHES, doubled]).hard

    assert offers(TASK, [*MATCHES, doubled], MATCHES[0], today=FIRST, window=window())


@st.composite
def cases(draw):
    """A league of one or two divisions, its list pushed about, and a match of it that is to move."""
    sizes = draw(st.lists(st.integers(3, 6), min_size=1, max_size=2))
    task = league(
        tuple(sizes),
        share=draw(st.booleans()),
        min_gap_days=draw(st.sampled_from([0, 14, 28])),
        max_run=draw(st.sampled_from([None, 2, 3])),
        min_rest_days=draw(st.sampled_from([0, 2, 4])),
    )
    nights = task.divisions[0].dates
    some = st.frozensets(st.sampled_from(nights), max_size=6)
    matches = [
        replace(match, date=draw(st.sampled_from(nights))) if draw(st.integers(0, 9)) == 0 else match
        for match in mondays(task)
    ]
    teams = st.sampled_from([team.id for team in task.teams])
    wishes = []
    for number in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from([kind for kind in WishKind if not kind.of_division]))
        one, other = draw(st.lists(teams, min_size=2, max_size=2, unique=True))
        about = {"team": one} if kind.of_one else {"teams": (one, other)}
        wishes.append(
            Wish(
                f"R{number}", kind, draw(st.booleans()), 5, **about, dates=draw(some), by=draw(st.sampled_from(nights))
            )
        )
    venues = tuple(replace(venue, closed=draw(some)) for venue in task.venues)
    frozen = draw(st.sampled_from([None, nights[4]]))
    task = replace(task, wishes=tuple(wishes), venues=venues, frozen_until=frozen)
    return task, matches, draw(st.sampled_from(matches)), draw(st.sampled_from(nights[:12]))


@settings(max_examples=examples(200))
@given(cases())
def test_no_night_is_offered_that_the_judge_rejects_and_every_refusal_is_the_judge_s_own(case):
    task, matches, match, today = case
    before = judge(task, matches)
    found = sift(task, matches, match, today=today, window=window())

    for offer in found.offers:
        after = judge(task, _moved(matches, match, offer.date))
        assert offer.date > today
        assert after.hard <= before.hard
        assert all(after.by_code[code] <= before.by_code[code] for code in after.by_code)
    for refused in found.refused:
        after = judge(task, _moved(matches, match, refused.date))
        assert refused.why
        assert set(refused.why) <= {violation.text for violation in after.violations}


def _moved(matches, match, day):
    place = matches.index(match)
    return [*matches[:place], replace(match, date=day), *matches[place + 1 :]]


MONDAY = date(2026, 11, 2)
STEPS = (Tier(8, ""), Tier(3, "It must be played later."), Tier(1, "£20 to the other side."))
TIERED = MoveRules(notice=3, tiers=STEPS, without_notice="The match is lost, and £20.", most=2)


def codes(objections):
    return [objection.code for objection in objections]


@pytest.mark.parametrize(
    ("notice", "said"),
    [
        (14, ""),
        (8, ""),
        (7, "It must be played later."),
        (3, "It must be played later."),
        (2, "£20 to the other side."),
        (1, "£20 to the other side."),
        (0, "The match is lost, and £20."),
        (-1, "The match is lost, and £20."),
    ],
)
def test_what_follows_is_read_off_the_days_of_notice(notice, said):
    assert follows(TIERED, notice) == said


def test_without_tiers_only_too_little_notice_has_a_consequence():
    rules = MoveRules(notice=2, without_notice="The match is lost.")

    assert [follows(rules, notice) for notice in (5, 2, 1)] == ["", "", "The match is lost."]


@pytest.mark.parametrize(
    ("notice", "before", "found"),
    [(3, 0, []), (2, 0, ["notice"]), (3, 2, ["too-many"]), (0, 3, ["notice", "too-many"])],
)
def test_notice_and_how_often(notice, before, found):
    assert codes(objections_to_asking(TIERED, notice=notice, before=before)) == found


def test_a_league_may_let_no_match_be_put_off():
    assert codes(objections_to_asking(MoveRules(allowed=False), notice=30, before=0)) == ["never"]


@pytest.mark.parametrize(
    ("notice", "words"),
    [
        (2, "The league asks for 3 days’ notice, and this is 2 days before."),
        (1, "The league asks for 3 days’ notice, and this is a day before."),
        (0, "The league asks for 3 days’ notice, and this is on the day."),
        (-4, "The league asks for 3 days’ notice, and this is after the match."),
    ],
)
def test_too_little_notice_is_said_as_people_say_it(notice, words):
    assert [said.text for said in objections_to_asking(TIERED, notice=notice, before=0)] == [words]


@pytest.mark.parametrize(
    ("rules", "last"),
    [
        (MoveRules(), MONDAY + timedelta(days=28)),
        (MoveRules(within=None), date(2027, 4, 30)),
        (MoveRules(within=None, until=Until.HALF), date(2026, 12, 31)),
        (MoveRules(within=90, until=Until.HALF), date(2026, 12, 31)),
    ],
)
def test_the_last_day_is_the_nearer_of_the_two_ends(rules, last):
    assert last_day(rules, MONDAY, half_ends=date(2026, 12, 31), season_ends=date(2027, 4, 30)) == last


@pytest.mark.parametrize("rules", [MoveRules(), TIERED, MoveRules(until=Until.HALF, nights=(), within=None)])
def test_rules_are_kept_as_json(rules):
    assert codec.bare_as(MoveRules, codec.bare(rules), "moving") == rules
