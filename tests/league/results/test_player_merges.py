"""One player under two names: the cards stay, the figures follow, and everything can be put back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from league.base.audit.queries import entries_about
from league.results.actions.decisions import decide_result
from league.results.actions.settlement import merge_players, retally, undo_merge
from league.results.choices import SentFor
from league.results.models import Appearance, Submission
from league.results.queries.appearances import outings_of
from league.teams.actions.registrations import leave_team
from league.teams.choices import RegistrationState
from league.teams.models import Merge, Player, Registration
from league.teams.queries.squads import player_keys, similar_players, squad_of
from scoring.card.sheet import Named
from scoring.season.outings import record
from tests.factories import FIRST_NIGHT, make_fixture, make_player, make_user
from tests.league.results.evening import CLOSING_TIME, later

SAME = "Same man: he told me."


def renamed(card, old: str, new: Player):
    """The card with another player wherever this one is named."""

    def write(named):
        return Named(str(new.pk), new.name) if named.id == old else named

    lines = tuple(
        type(line)(tuple(map(write, line.home)), tuple(map(write, line.away)), line.games) for line in card.lines
    )
    return type(card)(lines=lines)


@pytest.fixture
def twice(evening):
    """Crown's first player, who is on the first card, and on the second night's as "H Goy" whom somebody signed."""
    card = evening.card()
    kept = Player.objects.get(pk=card.lines[0].home[0].id)
    gone = make_player(evening.small.entries[0].team, "C PlayerA")
    evening.send(SentFor.HOME, card)
    first = evening.small.fixtures[0]
    home, away = evening.small.entries[:2]
    second = make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=1), week=9)
    evening.small.fixtures[0] = second
    evening.send(SentFor.HOME, renamed(card, str(kept.pk), gone), at=later(days=1))
    evening.small.fixtures[0] = first
    return kept, gone


def rows():
    """All that a merge may touch."""
    return (
        sorted(Appearance.objects.values_list("result", "team", "player", "line", "won", "lost", "pegs")),
        sorted(Registration.objects.values_list("pk", "player", "team", "state", "since", "until")),
        sorted(Player.objects.values_list("pk", "user", "merged_into", "under_18")),
        list(Submission.objects.order_by("pk").values_list("card", flat=True)),
    )


def merge(evening, gone, kept, at=None):
    return merge_players(gone=gone, kept=kept, reason=SAME, by=evening.secretary, at=at or later(days=2))


def test_what_was_played_under_either_name_counts_for_one(evening, twice):
    kept, gone = twice
    ours, theirs = record(outings_of(kept)), record(outings_of(gone))
    cards = list(Submission.objects.values_list("card", flat=True))
    assert (ours.matches, theirs.matches) == (1, 1)
    merge(evening, gone, kept)
    both = record(outings_of(kept))
    assert (both.matches, both.won, both.lost) == (2, ours.won + theirs.won, ours.lost + theirs.lost)
    assert outings_of(gone) == ()
    assert list(Submission.objects.values_list("card", flat=True)) == cards
    assert retally(at=later(days=3)) == (2, 0)
    assert record(outings_of(kept)) == both


def test_undone_everything_is_as_it_was(evening, twice):
    kept, gone = twice
    before = rows()
    made = merge(evening, gone, kept)
    assert rows() != before
    undo_merge(merge=made, reason="Cousins.", by=evening.secretary, at=later(days=4))
    assert rows() == before
    assert retally(at=later(days=5)) == (2, 0)
    made.refresh_from_db()
    assert (made.undone_reason, made.undone_by) == ("Cousins.", evening.secretary)
    told = [(each.verb, each.reason) for each in entries_about(kept)]
    assert told[:2] == [("undo_merge", "Cousins."), ("merge_players", SAME)]
    assert list(entries_about(gone))[:2] == list(entries_about(kept))[:2]
    with pytest.raises(ValidationError, match="already been undone"):
        undo_merge(merge=made, reason="Again.", by=evening.secretary, at=later(days=5))


def test_a_card_that_comes_later_counts_for_the_one_who_stays_and_goes_back_too(evening, twice):
    kept, gone = twice
    made = merge(evening, gone, kept)
    home, away = evening.small.entries[:2]
    third = make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=2), week=10)
    evening.small.fixtures[0] = third
    card = renamed(evening.card(), next(line.home[0].id for line in evening.card().lines), gone)
    ruling = {"key": uuid4(), "seen": third.version, "reason": "The paper has that name.", "by": evening.secretary}
    decide_result(fixture=evening.fixture, card=card, at=later(days=2), **ruling)
    assert record(outings_of(kept)).matches == 3
    undo_merge(merge=made, reason="Cousins.", by=evening.secretary, at=later(days=4))
    assert (record(outings_of(kept)).matches, record(outings_of(gone)).matches) == (1, 2)


def test_the_one_who_goes_is_in_no_squad_and_never_offered(evening, twice):
    kept, gone = twice
    team = evening.small.entries[0].team
    merge(evening, gone, kept)
    names = [each.player_id for each in squad_of(team, FIRST_NIGHT + timedelta(days=3))]
    assert names.count(kept.pk) == 1
    assert gone.pk not in names
    assert gone.pk not in {each.player.pk for each in similar_players(team.league, gone.name)}
    assert player_keys(kept) == {kept.pk, gone.pk}


@pytest.mark.parametrize(
    ("places", "where"),
    [
        (((0, "home", 0), (0, "away", 0)), "on the same line of a card on Mon 7 Sep 2026"),
        (((6, "home", 0), (6, "home", 1)), "on the same line"),
        (((0, "home", 0), (1, "away", 0)), "for two different teams on Mon 7 Sep 2026"),
    ],
)
def test_two_on_one_line_or_for_two_teams_on_one_day_are_two_people(evening, places, where):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    one, two = (Player.objects.get(pk=getattr(card.lines[line], side)[place].id) for line, side, place in places)
    with pytest.raises(ValidationError, match=where):
        merge(evening, one, two)
    assert not Merge.objects.exists()


def test_who_cannot_be_one_is_said_before_anything_is_written(evening):
    crown, bell = (entry.team for entry in evening.small.entries[:2])
    one, two = make_player(crown, "Ted Raine"), make_player(bell, "Edward Raine")
    before = rows()
    with pytest.raises(ValidationError, match="Remove one of them first"):
        merge(evening, one, two)
    with pytest.raises(ValidationError, match="two different players"):
        merge(evening, one, one)
    free = make_player(crown, "T Raine")
    with pytest.raises(ValidationError, match="how you know"):
        merge_players(gone=free, kept=one, reason=" ", by=evening.secretary, at=later(days=1))
    one.user, free.user = make_user("Ted Raine"), make_user("T Raine")
    one.save()
    free.save()
    with pytest.raises(ValidationError, match="different addresses"):
        merge(evening, free, one)
    Player.objects.filter(pk__in=(one.pk, free.pk)).update(user=None)
    Player.objects.filter(pk=free.pk).delete()
    assert rows() == before


def test_sign_in_youth_and_registration_go_along(evening):
    crown, bell = (entry.team for entry in evening.small.entries[:2])
    user = make_user("Ted Raine")
    gone, kept = make_player(bell, "Ted Raine", user=user, under_18=True), make_player(crown, "T Raine")
    (held,) = gone.registrations.all()
    leave_team(registration=kept.registrations.get(), until=FIRST_NIGHT, by=evening.secretary, at=CLOSING_TIME)
    made = merge(evening, gone, kept)
    kept.refresh_from_db()
    assert (kept.user, kept.under_18) == (user, True)
    held.refresh_from_db()
    assert (held.player_id, held.state) == (kept.pk, RegistrationState.APPROVED)
    undo_merge(merge=made, reason="Cousins.", by=evening.secretary, at=later(days=4))
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (kept.user, kept.under_18, gone.user, gone.under_18) == (None, False, user, True)


def test_a_chain_of_merges_is_undone_from_its_end(evening, twice):
    kept, gone = twice
    last = make_player(evening.small.entries[0].team, "Chris PlayerA")
    first = merge(evening, gone, kept)
    second = merge(evening, kept, last, later(days=3))
    assert record(outings_of(last)).matches == 2
    assert player_keys(last) == {last.pk, kept.pk, gone.pk}
    with pytest.raises(ValidationError, match="Undo that first"):
        undo_merge(merge=first, reason="No.", by=evening.secretary, at=later(days=4))
    undo_merge(merge=second, reason="No.", by=evening.secretary, at=later(days=4))
    assert record(outings_of(kept)).matches == 2
    undo_merge(merge=first, reason="No.", by=evening.secretary, at=later(days=5))
    assert record(outings_of(gone)).matches == 1
