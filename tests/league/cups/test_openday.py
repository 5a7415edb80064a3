"""An open day from the desk: groups, Swiss rounds, scores typed in, and what everybody reads of it."""

import re
from hashlib import sha256

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.models import Cup, Entrant, Fact, Honour
from league.teams.models import Team
from scoring.season.knockout.cups import Shape
from tests.factories import make_player
from tests.league.cups.opened import open_day
from tests.league.cups.test_bracket_page import words

pytestmark = pytest.mark.django_db
SEED = {"how": "seed", "seed": "4 11 23 30 41 52"}


def dealt(shape, number, **how):
    day = open_day(shape, number, **how)
    day.press("cup-deal", **SEED)
    return day


def kinds():
    with scopes_disabled():
        return list(Fact.objects.order_by("number").values_list("kind", flat=True))


# --- groups -----------------------------------------------------------------------------------------------------------
def test_groups_are_drawn_by_a_seed_and_everybody_sees_them():
    day = open_day(Shape.GROUPS, 8)
    before = words(day.page(client=Client()))
    assert "The draw has not been made yet." in before
    assert "8 entered so far" in before
    day.press("cup-deal", **SEED)
    text = words(day.page(client=Client()))
    assert "Group 1" in text
    assert "Group 2" in text
    assert "At the desk" not in text
    assert "The first 2 of each group go through." in text
    assert kinds() == ["dealt"]


def test_groups_are_drawn_in_the_room_by_the_numbers_of_the_list():
    day = open_day(Shape.GROUPS, 4)
    day.press("cup-deal", how="room", names="4 3 2 1")
    keys = [each.id for each in day.day.entrants]
    assert [group.matches[0].group for group in day.day.tables] == [1, 2]
    assert keys == sorted(keys, key=lambda key: -int(key[1:]))


def test_a_round_is_typed_in_on_one_form():
    day = dealt(Shape.GROUPS, 8)
    day.play(1)
    text = words(day.page())
    assert "Enter scores for round 2" in text
    assert re.search(r"Round 1: played", text)
    assert kinds() == ["dealt"] + ["scored"] * 4
    with scopes_disabled():
        entry = AuditEntry.objects.latest("pk")
    assert (entry.verb, entry.words) == ("write_scores", "Open: 4 scores written down.")


def test_part_of_a_round_may_be_typed_and_the_rest_later():
    day = dealt(Shape.GROUPS, 8)
    first, *rest = day.open_matches(1)
    day.press("cup-scores", 1, **{f"{first.id}-first": "2", f"{first.id}-second": "1"})
    assert day.open_matches(1) == rest


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("2", "2"), "best of 3: the winner has 2 and the other fewer."),
        (("2", ""), "Enter the games won by"),
        (("x", "1"), "type a number."),
    ],
)
def test_a_wrong_score_is_told_at_its_field_and_nothing_is_written(typed, said):
    day = dealt(Shape.GROUPS, 8)
    match = day.open_matches(1)[0]
    values = {f"{match.id}-first": typed[0], f"{match.id}-second": typed[1]}
    answer = day.desk.post(day.to("cup-scores", 1), values)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count(said) == 2, "in the summary and at the field"
    assert f'value="{typed[0]}"' in html
    assert kinds() == ["dealt"]


def test_a_score_is_put_right_with_its_reason():
    day = dealt(Shape.GROUPS, 8)
    match = day.open_matches(1)[0]
    names = f"{match.id}-first", f"{match.id}-second"
    day.press("cup-scores", 1, **dict(zip(names, ("2", "0"), strict=True)))
    other = dict(zip(names, ("1", "2"), strict=True))
    answer = day.desk.post(day.to("cup-scores", 1), other)
    assert "Give the reason for the correction." in answer.content.decode()
    day.press("cup-scores", 1, **other, reason="Misread")
    assert day.day.match(match.id).score == (1, 2)
    assert kinds() == ["dealt", "scored", "corrected"]
    day.press("cup-scores", 1, **other, reason="Again")
    assert kinds() == ["dealt", "scored", "corrected"], "what stands is left alone"


def test_whoever_does_not_turn_up_gives_the_match_away():
    day = dealt(Shape.GROUPS, 8)
    match = day.open_matches(1)[0]
    day.press("cup-scores", 1, missing=[match.second])
    assert day.day.match(match.id).winner == match.first
    assert "without play" in day.page()


def test_a_match_to_which_neither_comes_is_lost_by_both():
    day = dealt(Shape.GROUPS, 8)
    match = day.open_matches(1)[0]
    day.press("cup-scores", 1, missing=[match.first, match.second])
    rows = {row.player: row for row in day.day.tables[match.group - 1].rows}
    assert [(rows[name].played, rows[name].lost, rows[name].score) for name in (match.first, match.second)] == [
        (1, 1, 0),
        (1, 1, 0),
    ]
    assert "Lost by both" in day.page()


def test_the_knockout_is_drawn_from_those_who_go_on_with_groups_apart():
    day = dealt(Shape.GROUPS, 8)
    assert "Draw the knockout" not in day.page()
    assert "The knockout has not been drawn yet." in words(day.page(part="draw"))
    day.play_all()
    assert "Draw the knockout" in day.page()
    assert "Open: draw the knockout" in day.desk.get(reverse("inbox", args=["leek"])).content.decode()
    assert words(day.page()).count("Goes through") == 4 + 1  # and once where it is explained
    day.press("hold-cup-draw", "main-1", **SEED)
    with scopes_disabled():
        body = Fact.objects.latest("number").body
    groups = {each["id"]: each["group"] for each in body["draw"]["entrants"]}
    assert all(groups[each["home"]] != groups[each["away"]] for each in body["draw"]["pairings"])
    assert sorted(groups.values()) == ["1", "1", "2", "2"]


def test_a_group_corrected_after_the_draw_is_told_until_it_is_ruled_upon():
    day = dealt(Shape.GROUPS, 4, through=1)
    day.play_all()
    day.press("hold-cup-draw", "main-1", **SEED)
    match = day.day.tables[0].matches[0]
    turned = day.typed(1) | {f"{match.id}-first": str(match.score[1]), f"{match.id}-second": str(match.score[0])}
    day.press("cup-scores", 1, **turned, reason="Misread")
    inbox = day.desk.get(reverse("inbox", args=["leek"])).content.decode()
    assert "Open: the knockout no longer fits the groups" in inbox
    assert day.to("cup-groups-ruling") in day.page(), "where the bracket is, it is said too"
    names = day.shown.conflict
    assert (len(names.drawn), len(names.now)) == (1, 1)
    text = words(day.page(part="groups"))
    assert "The knockout no longer fits the groups" in text
    assert names.now[0] in text
    day.press("cup-groups-ruling", reason="They have played on")
    assert day.day.conflict is None
    assert "no longer fits" not in day.page(part="groups") + day.page()


def test_who_is_level_at_the_cut_is_decided_before_the_draw():
    day = dealt(Shape.GROUPS, 6, through=1)
    ring = {}
    for table in day.day.tables:
        names = sorted(row.player for row in table.rows)
        ring |= {frozenset((names[i], names[(i + 1) % 3])): names[i] for i in range(3)}
    day.play_all(winner_of=lambda match: ring[frozenset((match.first, match.second))])
    html = day.page()
    assert "Draw the knockout" not in html
    assert html.count("Decide who is higher") == 2
    day.press("hold-cup-draw", "main-1", **SEED)
    assert kinds()[-1] == "scored", "nothing is drawn while they are level"
    for table in day.day.tables:
        order = [row.player for row in table.rows][::-1]
        day.press(
            "cup-level", table.number, 1, reason="By lot", **{f"place-{i}": key for i, key in enumerate(order, start=1)}
        )
        assert day.day.tables[table.number - 1].rows[0].player == order[0]
    assert "Draw the knockout" in day.page()


def test_a_round_robin_has_one_table_and_a_winner_on_the_board():
    day = dealt(Shape.ROUND_ROBIN, 4)
    day.play_all()
    text = words(day.page())
    assert re.search(r"[A-Z] \w+ won\.", text)
    assert "Group 1" not in text
    day.press("end-cup")
    with scopes_disabled():
        honour = Honour.objects.get()
        assert (honour.title, Cup.objects.get().state) == ("Open", "finished")
    assert honour.winner == day.shown.names[day.day.winner]
    assert "Admin Settings" in words(day.page())  # all that is left to do


# --- a Swiss event ----------------------------------------------------------------------------------------------------
def test_swiss_rounds_are_paired_pinned_up_played_and_won():
    day = dealt(Shape.SWISS, 7)
    for number in (1, 2, 3):
        answer = day.press("cup-pair")
        assert answer.url == day.to("cup-round", number)
        sheet = words(day.page("cup-round", number, client=Client()))
        assert "Drops first" in sheet
        assert "Bye:" in sheet
        day.play(number)
    assert "This cup has no knockout draw." in words(day.page(part="draw"))
    text = words(day.page())
    assert "Pair round" not in text
    assert "opponents’ points" in day.page()
    assert day.day.over
    met = [frozenset((m.first, m.second)) for m in day.day.tables[0].matches if m.second]
    assert len(met) == len(set(met)) == 9


def test_a_pairing_is_changed_by_hand_with_its_reason():
    day = dealt(Shape.SWISS, 7)
    day.press("cup-pair")
    (one, theirs), (other, others) = day.day.paired[-1].games[:2]
    bye = day.day.paired[-1].bye
    address = day.to("cup-exchange")
    assert day.desk.post(address, {"one": one, "other": other, "reason": ""}).status_code == 422
    same = day.desk.post(address, {"one": one, "other": theirs, "reason": "Brothers"})
    assert "Choose two who are not playing each other." in same.content.decode()
    day.press("cup-exchange", one=one, other=other, reason="Brothers in one car")
    day.press("cup-exchange", one=theirs, other=bye, reason="He is on the late bus")
    assert day.day.paired[-1].games[:2] == ((other, bye), (one, others))
    assert day.day.paired[-1].bye == theirs
    record = words(day.page(client=Client(), part="history"))
    assert "Round 1 was paired by hand." in record
    assert "Brothers in one car" in record
    day.play(1)
    assert "No round is waiting to be played." in words(day.page("cup-exchange"))
    assert day.desk.post(address, {"one": one, "other": bye, "reason": "Late"}).status_code == 422


def test_the_next_round_waits_for_the_scores():
    day = dealt(Shape.SWISS, 6)
    day.press("cup-pair")
    first = day.open_matches(1)[0]
    day.press("cup-scores", 1, **{f"{first.id}-first": "2", f"{first.id}-second": "0"})
    answer = day.desk.post(day.to("cup-pair"), {})
    assert answer.status_code == 422
    assert "Round 1 is not over." in answer.content.decode()


def test_whoever_sits_a_round_out_is_not_paired():
    day = dealt(Shape.SWISS, 6)
    away = day.day.entrants[0].id
    day.press("cup-pair", absent=[away])
    assert away not in {name for match in day.open_matches() for name in (match.first, match.second)}
    assert "Pair round 1 again" in day.page()
    day.press("cup-pair")
    assert len(day.day.paired) == 1
    assert kinds() == ["dealt", "paired", "paired"]


def in_full(day):
    """The full names of everybody, by key."""
    with scopes_disabled():
        entrants = Entrant.objects.filter(cup=day.cup).prefetch_related("entry__players")
        return {each.key: each.entry.players.all()[0].name for each in entrants}


def test_the_order_is_entered_by_full_names_as_on_the_list_of_entries():
    day = open_day(Shape.SWISS, 5)
    names = in_full(day)
    order = sorted(names, reverse=True)
    day.press("cup-deal", how="room", names="\n".join(names[key] for key in order))
    assert [each.id for each in day.day.entrants] == order


def test_a_round_that_was_paired_elsewhere_is_pasted_in_one_form():
    day = dealt(Shape.SWISS, 7)
    a, b, c, d, e, f, g = (each.id for each in day.day.entrants)
    names = in_full(day)
    wrong = day.desk.post(day.to("cup-pair"), {"pairings": f"{names[a]} v {names[b]}\nNobody Known bye"})
    assert wrong.status_code == 422
    assert "“Nobody Known” is not in the hat." in wrong.content.decode()
    twice = day.desk.post(day.to("cup-pair"), {"pairings": f"{names[a]} bye\n{names[b]} bye"})
    assert "One of a round has the bye" in twice.content.decode()
    rows = (
        f"1. {names[a]} v {names[b]}", f"2. {names[d]} - {names[c]}", f"{names[e]} bye", f"{names[f]} half-point bye",
    )  # fmt: skip
    day.press("cup-pair", pairings="\n".join(rows))
    paired = day.day.paired[-1]
    assert (paired.games, paired.bye, paired.half_byes, paired.absent) == (((a, b), (d, c)), e, (f,), (g,))
    sheet = words(day.page("cup-round", 1, client=Client()))
    assert f"Bye: {day.shown.names[e]}, {day.shown.names[f]} (½)." in sheet
    day.play(1)
    scores = {row.player: str(row.score) for row in day.day.tables[0].rows}
    assert (scores[e], scores[f], scores[g]) == ("1", "1/2", "0")
    record = words(day.page(client=Client(), part="history"))
    assert f"Half a point for sitting it out: {day.shown.names[f]}." in record
    with scopes_disabled():
        assert AuditEntry.objects.filter(verb="pair").count() == 1


def test_half_a_point_is_ticked_where_the_site_pairs():
    day = dealt(Shape.SWISS, 6)
    away = day.day.entrants[0].id
    day.press("cup-pair", half_byes=[away])
    assert day.day.paired[-1].half_byes == (away,)
    assert day.day.paired[-1].bye is not None


def test_somebody_comes_late_and_somebody_leaves():
    day = dealt(Shape.SWISS, 4)
    day.press("cup-pair")
    with scopes_disabled():
        late = make_player(Team.objects.first(), "Lottie Late")
    day.press("cup-late", player_1=late.pk, reason="Missed the bus")
    assert len(day.day.entrants) == 5
    gone = day.open_matches(1)[0]
    day.press("cup-leaving", entrant=gone.first, reason="Ill")
    assert day.day.match(gone.id).winner == gone.second
    day.play_all()
    day.press("cup-pair")
    named = {name for match in day.open_matches() for name in (match.first, match.second)}
    assert day.day.entrants[-1].id in named
    assert gone.first not in named
    assert "Left" in words(day.page())


# --- for everybody ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [6, 24])
def test_pages_cost_the_same_however_many_play(django_assert_num_queries, number):
    day = dealt(Shape.SWISS, number)
    day.press("cup-pair")
    reader = Client()
    for where, part, queries in (("cup",), "", 6), (("cup-round", 1), "", 5), (("cup",), "tv", 6):
        with django_assert_num_queries(queries):
            day.page(*where, client=reader, part=part)


@pytest.mark.parametrize("number", [6, 24])
def test_a_round_is_written_down_in_as_many_queries_however_many_play(django_assert_num_queries, number):
    day = dealt(Shape.SWISS, number)
    day.press("cup-pair")
    with django_assert_num_queries(23 if connection.vendor == "postgresql" else 22):  # which locks the chain besides
        day.play(1)


def test_the_screen_in_the_pub_turns_its_pages():
    day = dealt(Shape.SWISS, 24)
    day.press("cup-pair")
    answer = Client().get(day.to("cup"), {"part": "tv"})
    assert answer["Refresh"] == "15; url=?part=tv&page=2"
    assert "Round 1" in answer.content.decode()
    last = Client().get(day.to("cup"), {"part": "tv", "page": "5"})
    assert last["Refresh"] == "15; url=?part=tv&page=1"


def test_the_record_tells_what_was_written_down_in_words():
    day = dealt(Shape.GROUPS, 4)
    match = day.open_matches(1)[0]
    day.press("cup-scores", 1, **{f"{match.id}-first": "2", f"{match.id}-second": "1"})
    first, second = (day.shown.names[key] for key in (match.first, match.second))
    text = words(day.page(client=Client(), part="history"))
    assert "4 names were drawn from the number “4 11 23 30 41 52” into 2 groups." in text
    assert f"Group 1, round 1, match 1: {first} 2\N{EN DASH}1 {second}." in text


def test_everybody_can_check_how_the_groups_were_drawn():
    day = dealt(Shape.GROUPS, 6)
    html = day.page(client=Client())
    assert "We repeated the draw just now from what is on this page: it is the same." in html
    first = day.day.dealt.order[0]
    text = f"4 11 23 30 41 52/groups/{first}"
    assert text in html
    assert sha256(text.encode()).hexdigest() in html


def test_a_plain_knockout_has_no_desk():
    day = open_day(Shape.KNOCKOUT, 4)
    assert day.desk.get(day.to("cup-deal")).status_code == 404
    assert day.desk.get(day.to("cup-round", 1)).status_code == 404
