"""What the results of a cup's matches become: facts, in their order, that are shown before they are written down."""

from datetime import timedelta

import pytest
import time_machine
from django_scopes import scope, scopes_disabled

from league.cups.actions.cups import lock_cup, take_results
from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.models import Fact
from league.cups.queries.cup_state import snapshot_of
from league.results.choices import ResultState
from league.results.models import Result
from scoring import codec
from scoring.card.outcome import Kind
from scoring.season.knockout.bracket import State
from scoring.season.knockout.draw import DrawRules, Lots
from scoring.season.knockout.facts import Disqualified, Replayed, ScoreCorrected, Scored, WalkedOver
from tests.factories import SIGNED, league_in_season
from tests.league.cups.scene import LATER, give_result, names_drawn, put_match
from tests.league.cups.world import entered, opened

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


class Semis:
    """A cup of four by cards, drawn in the order of the list; both semi-finals have a match, the final has none."""

    def __init__(self, small) -> None:
        self.small = small
        self.cup = opened(small, "singles", draw_rules=DrawRules(), by_card=False)
        self.entrants = entered(self.cup, small, 1)
        self.keys = names_drawn(self.cup)
        hold_draw(cup=self.cup, lots=Lots(names=self.keys), by=small.secretary, at=SIGNED)
        one, two, three, four = self.entrants
        # The second semi-final is played at the home of the side drawn second.
        self.one, self.two = put_match(self.cup, "main-1-1", one, two), put_match(self.cup, "main-1-2", four, three)

    def give(self, row, home, away, **extra):
        return give_result(row.fixture, home, away, **({"by": self.small.secretary} | extra))

    def facts(self, at=LATER):
        return [each.fact for each in snapshot_of(self.cup, at).log[1:]]

    def take(self, at=LATER):
        return [codec.decode(row.body) for row in take_results(lock_cup(self.cup), at=at)]

    def write(self, fact, at=LATER):
        return write_fact(cup=self.cup, fact=fact, by=self.small.secretary, at=at)


@pytest.fixture
def semis():
    with scopes_disabled():
        small = league_in_season(teams=4, squad=4)
    with scope(league=small.league), time_machine.travel(LATER, tick=False):
        yield Semis(small)


def test_a_result_counts_from_when_it_is_sure(semis):
    semis.give(semis.one, 2, 1, state=ResultState.PROVISIONAL, at=LATER + HOUR)
    assert semis.facts(LATER) == []
    assert semis.facts(LATER + HOUR) == [Scored("main-1-1", 2, 1)]
    assert snapshot_of(semis.cup, LATER + HOUR).bracket.tie("main-2-1").first == semis.keys[0]


@pytest.mark.parametrize("state", [ResultState.SEALED, ResultState.DISPUTED])
def test_a_result_that_nobody_knows_is_none(semis, state):
    semis.give(semis.one, 2, 1, state=state)
    assert semis.facts(LATER + HOUR) == []


def test_games_are_counted_for_the_side_that_won_them_wherever_it_was_played(semis):
    semis.give(semis.two, 2, 0)
    assert semis.facts() == [Scored("main-1-2", 0, 2)]
    assert snapshot_of(semis.cup, LATER).bracket.tie("main-2-1").second == semis.keys[3]


def test_what_results_say_is_written_down_once_in_the_order_in_which_it_became_sure(semis):
    semis.give(semis.one, 2, 1, at=LATER + HOUR)
    semis.give(semis.two, 2, 0, at=LATER)
    told = [Scored("main-1-2", 0, 2), Scored("main-1-1", 2, 1)]
    assert semis.take(LATER + HOUR) == told
    assert semis.take(LATER + HOUR) == []
    assert list(Fact.objects.filter(cup=semis.cup).values_list("number", "by", "at"))[1:] == [
        (2, None, LATER),
        (3, None, LATER + HOUR),
    ]


def test_a_result_put_right_is_a_correction_with_its_reason(semis):
    semis.give(semis.one, 2, 1)
    semis.take()
    semis.give(semis.one, 1, 2, at=LATER + HOUR, reason="The card was read upside down.")
    assert semis.take(LATER + HOUR) == [ScoreCorrected("main-1-1", 1, 2, "The card was read upside down.")]
    assert snapshot_of(semis.cup, LATER).bracket.tie("main-2-1").first == semis.keys[1]


def test_a_walkover_of_the_match_is_one_of_the_tie(semis):
    semis.give(semis.one, 0, 2, kind=Kind.WALKOVER, reason="Nobody came.")
    assert semis.take() == [WalkedOver("main-1-1", semis.keys[1], "Nobody came.")]
    assert semis.take(LATER + HOUR) == []


def test_a_played_match_that_is_given_away_afterwards_begins_again(semis):
    semis.give(semis.one, 2, 1)
    semis.take()
    semis.give(semis.one, 0, 2, kind=Kind.AWARDED, reason="An unregistered player.", at=LATER + HOUR)
    assert semis.take(LATER + HOUR) == [
        Replayed("main-1-1", "The result of the match was taken back."),
        WalkedOver("main-1-1", semis.keys[1], "An unregistered player."),
    ]
    assert semis.take(LATER + HOUR) == []


def test_an_award_taken_back_opens_the_tie(semis):
    semis.give(semis.one, 0, 2, kind=Kind.WALKOVER, reason="Nobody came.")
    semis.take()
    Result.objects.all().delete()
    assert semis.take(LATER + HOUR) == [Replayed("main-1-1", "The result of the match was taken back.")]
    assert snapshot_of(semis.cup, LATER).bracket.tie("main-1-1").state is State.TO_PLAY
    semis.give(semis.one, 2, 0, at=LATER + 2 * HOUR)
    assert semis.take(LATER + 2 * HOUR) == [Scored("main-1-1", 2, 0)]


def test_a_score_by_hand_stands_until_a_card_says_other(semis):
    semis.write(Scored("main-1-1", 2, 1), LATER)
    semis.give(semis.one, 2, 1, at=LATER + HOUR)
    assert semis.take(LATER + HOUR) == []
    semis.give(semis.one, 1, 2, at=LATER + 2 * HOUR)
    assert [type(each) for each in semis.take(LATER + 2 * HOUR)] == [ScoreCorrected]


def test_a_ruling_by_hand_is_not_undone_by_a_card(semis):
    semis.give(semis.one, 2, 1)
    semis.write(Disqualified(semis.keys[0], "Threw the board.", "main-1-1"), LATER + HOUR)
    semis.give(semis.one, 2, 0, at=LATER + 2 * HOUR)
    assert semis.take(LATER + 2 * HOUR) == []
    assert snapshot_of(semis.cup, LATER + 2 * HOUR).bracket.tie("main-2-1").first == semis.keys[1]


def test_a_replay_that_was_asked_for_takes_the_next_match(semis):
    semis.give(semis.one, 2, 1)
    semis.write(Replayed("main-1-1", "The board had 59 holes."), LATER + HOUR)
    assert semis.facts(LATER + 2 * HOUR)[-1] == Replayed("main-1-1", "The board had 59 holes.")
    again = put_match(semis.cup, "main-1-1", *semis.entrants[:2], attempt=2, week=9)
    semis.give(again, 0, 2, at=LATER + 2 * HOUR)
    assert semis.take(LATER + 2 * HOUR) == [Scored("main-1-1", 0, 2)]


def final(semis):
    """Both semi-finals are over, and the first two of the list's halves meet in the final."""
    semis.give(semis.one, 2, 0)
    semis.give(semis.two, 0, 2)
    semis.take()
    return put_match(semis.cup, "main-2-1", semis.entrants[0], semis.entrants[2], week=9)


def test_a_correction_before_the_next_tie_changes_who_is_in_it(semis):
    row = final(semis)
    semis.give(semis.one, 1, 2, at=LATER + HOUR, reason="Wrong way round.")
    semis.take(LATER + HOUR)
    semis.give(row, 3, 0, at=LATER + 2 * HOUR)
    snapshot = snapshot_of(semis.cup, LATER + 2 * HOUR)
    assert [words for _, words in snapshot.strays] == ["It was played by other sides than those in the tie now."]
    assert snapshot.bracket.champion is None


def test_a_correction_after_the_next_tie_is_a_conflict_even_if_both_are_news(semis):
    row = final(semis)
    semis.give(row, 3, 0, at=LATER + 2 * HOUR)
    semis.give(semis.one, 1, 2, at=LATER + HOUR, reason="Wrong way round.")
    snapshot = snapshot_of(semis.cup, LATER + 2 * HOUR)
    assert [type(each.fact) for each in snapshot.pending] == [Scored, ScoreCorrected]
    conflict = snapshot.bracket.conflicts[0]
    assert (conflict.tie, conflict.played, conflict.now) == ("main-2-1", semis.keys[0], semis.keys[1])


def test_a_score_that_the_tie_cannot_have_is_told_and_not_taken(semis):
    semis.give(semis.one, 1, 1)
    snapshot = snapshot_of(semis.cup, LATER)
    assert snapshot.pending == ()
    assert [words for _, words in snapshot.strays] == ["main-1-1, 1–1: best of 3: the winner has 2 and the other fewer"]
