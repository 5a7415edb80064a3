"""The tracks of a game: who holds the pegs, what counts, what is kept aside; and that no tap is ever lost."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from scoring.play.events import Pegged
from scoring.play.merge import Hold, Tap, TapPlayer
from tests.scoring.folds import log_of

PLAYERS = {"home": [{"key": "12", "name": "Harry Goy"}], "away": [{"key": "+Bob Lee", "name": "Bob Lee"}]}


class Log:
    """Taps as a match's log numbers them; a lease is a letter."""

    def __init__(self):
        self.taps, self._numbers = [], count(1)

    def add(self, kind, lease, /, **body):
        seq = next(self._numbers)
        tap = Tap(seq, f"t{seq}", lease, kind, body)
        self.taps.append(tap)
        return tap.id

    def opens(self, lease, **body):
        return self.add("opened", lease, **{**PLAYERS, "leader": 0, "name": f"Phone {lease}", **body})

    def pegs(self, lease, pegs=1, side=0):
        tap = self.add("fact", lease)
        self.taps[-1].body.update(kind="pegged", id=tap, side=side, pegs=pegs)
        return tap

    @property
    def story(self):
        return log_of(self.taps)


def ids(taps):
    return [tap.id for tap in taps]


def aside(story):
    return [(track.lease, track.branch, ids(track.taps), track.rested) for track in story.aside]


def waiting(story):
    """How many taps are aside and not laid to rest."""
    return sum(len(track.taps) for track in story.aside if not track.rested)


def test_who_opens_holds_the_pegs_and_everything_under_that_lease_counts():
    log = Log()
    log.opens("a")
    log.pegs("a", 8)
    story = log.story
    assert story.hold == Hold("a", "Phone a", 1)
    assert story.opening.home == (TapPlayer("12", "Harry Goy"),)
    assert (story.opening.leader, story.played, waiting(story)) == (0, (Pegged("t2", 0, 8),), 0)


def test_second_opening_under_the_lease_that_holds_corrects_the_names():
    log = Log()
    log.opens("a")
    log.opens("a", home=[{"key": "13", "name": "Hal Goy"}], leader=1)
    assert (log.story.opening.home, log.story.opening.leader) == ((TapPlayer("13", "Hal Goy"),), 1)
    assert log.story.hold.since == 1


def test_second_phone_that_opens_is_aside_from_the_start():
    log = Log()
    log.opens("a")
    log.opens("b", home=[{"key": "99", "name": "Somebody Else"}])
    log.pegs("b")
    story = log.story
    assert aside(story) == [("b", 0, ["t2", "t3"], False)]
    assert (story.opening.home[0].name, story.holder, waiting(story)) == ("Harry Goy", "a", 2)


def test_taken_moves_the_hold_and_the_track_goes_on():
    log = Log()
    log.opens("a")
    log.pegs("a")
    log.add("taken", "b", name="Bob Lee")
    log.pegs("b")
    assert ids(log.story.counting) == ["t1", "t2", "t3", "t4"]
    assert log.story.hold == Hold("b", "Bob Lee", 3)


def test_what_the_old_phone_taps_on_branches_off_where_it_lost_the_pegs():
    log = fork()
    log.pegs("a")
    (track,) = log.story.aside
    assert (track.lease, track.name, track.branch) == ("a", "Phone a", 2)
    assert (ids(track.base), ids(track.taps)) == (["t1", "t2"], ["t5", "t6"])
    assert ids(log.story.counting) == ["t1", "t2", "t3", "t4"]


def test_given_moves_the_hold_and_answers_the_requests():
    log = Log()
    log.opens("a")
    log.add("asked", "b", name="Bob Lee", lease="b")
    assert [(each.seq, each.lease, each.name) for each in log.story.requests] == [(2, "b", "Bob Lee")]
    log.add("given", "a", lease="b", name="Bob Lee")
    log.pegs("b")
    story = log.story
    assert (story.hold, story.requests) == (Hold("b", "Bob Lee", 3), ())
    assert ids(story.counting) == ["t1", "t3", "t4"]


def test_who_holds_nothing_gives_nothing():
    log = Log()
    log.opens("a")
    log.add("given", "b", lease="c", name="Sue")
    assert (log.story.holder, aside(log.story)) == ("a", [("b", 0, ["t2"], False)])


def fork():
    """a pegs to t2, b takes over and pegs t4, and a goes on without a signal: t5."""
    log = Log()
    log.opens("a")
    log.pegs("a")
    log.add("taken", "b")
    log.pegs("b")
    log.pegs("a")
    return log


def test_captains_choose_the_track_aside_and_what_it_replaced_goes_aside():
    log = fork()
    log.add("chosen", "c", lease="a", reason="the battery was flat")
    story = log.story
    assert ids(story.counting) == ["t1", "t2", "t5"]
    assert aside(story) == [("b", 2, ["t3", "t4"], True)]
    assert (story.hold, waiting(story)) == (Hold("a", "Phone a", 6), 0)
    log.pegs("a")
    assert ids(log.story.counting)[-1] == "t7"


def test_captains_may_choose_again():
    log = fork()
    log.add("chosen", "c", lease="a", reason="one")
    log.add("chosen", "c", lease="b", reason="and the other")
    story = log.story
    assert ids(story.counting) == ["t1", "t2", "t3", "t4"]
    assert aside(story) == [("a", 2, ["t5"], True)]


def test_choosing_who_holds_lays_the_others_to_rest():
    log = fork()
    log.add("chosen", None, lease="b", reason="as it is")
    assert aside(log.story) == [("a", 2, ["t5"], True)]
    assert (waiting(log.story), log.story.holder) == (0, "b")


def test_what_comes_later_wakes_its_track():
    log = fork()
    log.add("chosen", None, lease="b", reason="as it is")
    log.pegs("a")
    assert aside(log.story) == [("a", 2, ["t5", "t7"], False)]


def test_track_of_another_opening_is_played_by_those_it_was_opened_for():
    log = Log()
    log.opens("a")
    log.opens("b", home=[{"key": "99", "name": "Somebody Else"}])
    log.add("chosen", None, lease="b", reason="")
    assert log.story.opening.home[0].name == "Somebody Else"
    log.add("chosen", None, lease="a", reason="")
    assert log.story.opening.home[0].name == "Harry Goy"


def test_chosen_track_without_an_opening_keeps_the_players():
    log = Log()
    log.opens("a")
    log.pegs("b")
    log.add("chosen", None, lease="b", reason="")
    assert log.story.opening.home[0].name == "Harry Goy"
    assert ids(log.story.counting) == ["t2"]


def test_branch_off_a_branch_is_told_from_where_it_left_it():
    log = fork()  # aside: a from 2
    log.add("taken", "a")  # t6
    log.pegs("a")  # t7
    log.add("taken", "c")  # t8
    log.pegs("a")  # t9 off t7
    log.add("chosen", None, lease="a", reason="")
    story = log.story
    assert ids(story.counting) == ["t1", "t2", "t3", "t4", "t6", "t7", "t9"]
    assert aside(story) == [("a", 2, ["t5"], True), ("c", 7, ["t8"], True)]


def test_what_cannot_be_understood_is_kept_and_flagged():
    log = Log()
    log.add("taken", "b")
    log.add("opened", "a", home=[])
    log.add("fact", "a", kind="pegged", id="another", side=0, pegs=8)
    log.add("fact", "a", kind="pegged")
    log.add("given", "a")
    log.add("chosen", "a", lease="nobody")
    log.add("confirmed", "a", side="home")
    log.add("danced", "a")
    log.add("fact", "a", kind="pegged", id="t9", side=0, pegs=10**9)
    story = log.story
    assert [each.tap.id for each in story.unreadable] == ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"]
    assert (story.holder, story.opening, story.played) == ("a", None, ())
    assert story.unreadable[1].why == "it does not say who plays"


def test_confirmations_are_kept_in_order_whoever_holds():
    log = Log()
    log.opens("a")
    log.add("confirmed", "z", side=1, name="Bob Lee", scores=[58, 61])
    (agreed,) = log.story.confirmations
    assert (agreed.side, agreed.name, agreed.scores) == (1, "Bob Lee", (58, 61))
    assert log.story.aside == ()


LEASES = st.sampled_from(("a", "b", "c", None))
BODIES = st.fixed_dictionaries(
    {},
    optional={
        "lease": st.one_of(LEASES, st.integers()),
        "name": st.text(max_size=3),
        "home": st.just(PLAYERS["home"]),
        "away": st.just(PLAYERS["away"]),
        "leader": st.one_of(st.integers(-1, 4), st.none()),
        "kind": st.sampled_from(("pegged", "undone", "nonsense")),
        "id": st.sampled_from(("t1", "t2", "t5")),
        "side": st.integers(-1, 2),
        "pegs": st.integers(-1, 9),
        "scores": st.lists(st.integers(0, 61), max_size=3),
    },
)
KINDS = st.sampled_from(("opened", "fact", "fact", "fact", "asked", "given", "taken", "chosen", "confirmed", "jig"))


@st.composite
def logs(draw):
    """Anything that phones might send of one game."""
    told = draw(st.lists(st.tuples(KINDS, LEASES, st.one_of(BODIES, st.none(), st.integers())), max_size=40))
    return [Tap(seq, f"t{seq}", lease, kind, body) for seq, (kind, lease, body) in enumerate(told, start=1)]


@given(logs())
def test_every_tap_is_in_exactly_one_track_and_in_order(taps):
    story = log_of(taps)
    tracks = [story.counting, story.remarks, *(track.taps for track in story.aside)]
    assert sorted(ids(tap for track in tracks for tap in track)) == sorted(ids(taps))
    for track in tracks:
        assert [tap.seq for tap in track] == sorted(tap.seq for tap in track)


@given(logs())
def test_what_a_lease_tapped_stays_in_its_order_on_every_path(taps):
    """A track with what went before it is a game as somebody saw it: in the order in which it was tapped."""
    story = log_of(taps)
    for path in (story.counting, *((*track.base, *track.taps) for track in story.aside)):
        assert [tap.seq for tap in path] == sorted({tap.seq for tap in path})


@given(logs())
def test_one_more_tap_takes_nothing_away(taps):
    """Whatever comes, what counted either counts or is aside; nothing that was readable is forgotten."""
    story = log_of(())
    known = set()
    for tap in taps:
        story.apply(tap)
        known.add(tap.id)
        kept = {each.id for track in (story.counting, story.remarks, *(t.taps for t in story.aside)) for each in track}
        assert kept == known


@given(logs(), st.data())
def test_any_track_can_be_chosen_and_then_counts_whole(taps, data):
    story = log_of(taps)
    tracks = [track for track in story.aside if track.lease]
    if not tracks or story.hold is None:
        return
    lease = data.draw(st.sampled_from(sorted({track.lease for track in tracks} - {story.holder}) or [story.holder]))
    newest = [track for track in tracks if track.lease == lease][-1:]
    before = story.counting
    story.apply(Tap(99, "t99", None, "chosen", {"lease": lease}))
    assert (story.holder, waiting(story)) == (lease, 0)
    if story.changes and newest and before != story.counting:
        kept = {each.id for track in story.aside for each in track.taps}
        assert {tap.id for tap in before} <= kept | {tap.id for tap in story.counting}
