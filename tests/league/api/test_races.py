"""The same write sent twice at once, as a phone does that has lost the line: it is done once, and answered alike."""

import pytest
from django_scopes import scope, scopes_disabled

from league.results.models import Submission
from tests.league.api.programs import Program, match_path, program_of, seen_by, written
from tests.league.results.evening import make_evening
from tests.racing import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening(clock):
    with scopes_disabled():
        return make_evening()


def stored(evening) -> int:
    with scope(league=evening.small.league):
        return Submission.objects.count()


def test_of_one_write_sent_four_times_at_once_one_is_done(evening):
    program = program_of(evening.home)
    card, seen, path = written(evening), seen_by(program, evening), f"{match_path(evening)}/cards"
    answers = at_once(*[lambda: Program(program.secret).post(path, card, key="night", seen=seen)] * 4)
    assert [each.status_code for each in answers] == [201] * 4
    assert len({each.content for each in answers}) == 1
    assert stored(evening) == 1


def test_of_two_cards_under_one_key_at_once_one_is_taken(evening):
    program = program_of(evening.home)
    seen, path = seen_by(program, evening), f"{match_path(evening)}/cards"
    cards = [written(evening, seed) for seed in (1, 2)]
    answers = at_once(
        *[lambda card=card: Program(program.secret).post(path, card, key="night", seen=seen) for card in cards]
    )
    assert sorted(each.status_code for each in answers) == [201, 422]
    assert stored(evening) == 1


def test_both_captains_at_once_agree_or_differ_as_one_after_the_other(evening):
    home, away = program_of(evening.home), program_of(evening.away)
    card, seen, path = written(evening), seen_by(home, evening), f"{match_path(evening)}/cards"
    answers = at_once(*[lambda each=each: Program(each.secret).post(path, card, seen=seen) for each in (home, away)])
    assert sorted(each.json()["result_state"] for each in answers) == ["confirmed", "provisional"]
