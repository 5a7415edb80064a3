"""The cups that players enter by name: singles in their quarter-finals, pairs just drawn, ladies' pairs open; and those
whose scores are typed at the desk: one Sunday of groups and a knockout, and a Swiss event of five evenings.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations

from league.cups.actions.cups import finish_cup
from league.cups.actions.entries import mark_paid
from league.cups.actions.finals import set_rounds
from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.actions.openday import TypedScore, deal, pair, write_scores
from league.cups.models import Entrant, FinalsNight
from league.cups.queries.cup_state import day_of
from league.demo.cups.desk import CupDesk, Entering, old_hands, open_desk
from league.demo.dates import moment
from league.demo.seasons import DAY, DemoSeason
from league.schedule.models import Entry
from league.teams.choices import RoleKind
from league.teams.models import Player, Role
from scoring.season.knockout.cups import SINGLES, Plate
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.facts import Scored, Withdrew
from scoring.season.knockout.plan import Part
from scoring.season.openday.matches import DayMatch, DayMatchState

SEED = "3 8 22 27 35 49"
SINGLES_NAME, PAIRS_NAME, LADIES_NAME = "Jubilee Singles", "Dales Pairs", "Ladies' Pairs"
LADIES = frozenset(
    (
        *("Alice", "Barbara", "Brenda", "Carol", "Christine", "Deborah", "Doreen", "Dorothy", "Eileen", "Elaine"),
        *("Gillian", "Hazel", "Irene", "Janet", "Joan", "Joyce", "Karen", "Lesley", "Linda", "Margaret", "Maureen"),
        *("Muriel", "Pauline", "Rita", "Sandra", "Sheila", "Shirley", "Susan", "Val", "Vera", "Wendy"),
    )
)


def load_singles(demo: DemoSeason, finals: FinalsNight) -> None:
    """Twenty players, two rounds played; the plate of those who lost at once has its final to come."""
    desk = open_desk(
        demo, demo.season, "singles", SINGLES_NAME, moment(demo.night(1) - 10 * DAY, 19, 10), fee=2,
        rules=replace(SINGLES, plate=Plate.DRAWN), entries_close=demo.night(2), trophy="The Jubilee rose bowl",
    )  # fmt: skip
    for number, each in enumerate(_singles(demo, 20)):
        desk.enter(each, moment(demo.night(1) + number % 6 * DAY, 19, 2 * number))
    days = {
        ("main", 1): (demo.night(5) + 5 * DAY, None),
        ("main", 2): (demo.night(9) - DAY, None),
        ("main", 3): (demo.today + 11 * DAY, None),
        ("main", 4): (None, finals),
        ("main", 5): (None, finals),
        ("plate", 1): (demo.today + 18 * DAY, None),
        ("plate", 2): (None, finals),
    }
    set_rounds(cup=desk.cup, days=days, by=desk.by, at=moment(demo.night(2), 20))
    desk.draw(moment(demo.night(2) + 3 * DAY, 20), seed=SEED)
    ours = _keys_of_whoever_signs_in(desk)
    _round(desk, 1, 3, ours)
    desk.draw(moment(demo.night(6) + DAY, 20), seed=SEED, part=Part.PLATE)
    _round(desk, 2, 6, ours)
    _plate(desk)
    _quarter_finals(desk, ours)


def _keys_of_whoever_signs_in(desk: CupDesk) -> set[str]:
    """The entrant whose player can be signed in as: still in the cup, so that there is something to arrange."""
    there = Entrant.objects.filter(cup=desk.cup, entry__players__user__roles__kind=RoleKind.PLAYER)
    return {each.key for each in there}


def _round(desk: CupDesk, number: int, week: int, ours: set[str]) -> None:
    """All ties of a round, over two weeks, on nights when the league does not play."""
    ties = desk.to_play(moment(desk.demo.night(week), 18), number)
    for count, tie in enumerate(ties):
        desk.play(tie, desk.demo.night(week + count % 2) + (2 + count % 4) * DAY, to=ours)
    desk.catch_up(moment(desk.demo.night(week + 2) + DAY, 18))


def _plate(desk: CupDesk) -> None:
    """One of its four has moved away; the other semi-final is played."""
    demo = desk.demo
    gone, played = desk.to_play(moment(demo.night(7), 18), 1, Part.PLATE)
    desk.play(played, demo.night(8) + 5 * DAY)
    fact, at = Withdrew(str(gone.second), "Has taken a job on the rigs."), moment(demo.night(9) + DAY, 18)
    write_fact(cup=desk.cup, fact=fact, by=desk.by, at=at)


def _quarter_finals(desk: CupDesk, ours: set[str]) -> None:
    """Two are played, one has its night, and one is still to be arranged."""
    demo = desk.demo
    ties = desk.to_play(moment(demo.night(9), 18), 3)
    arranging = next((tie for tie in ties if {tie.first, tie.second} & ours), ties[-1])
    dated, *played = (tie for tie in ties if tie != arranging)
    for number, tie in enumerate(played):
        desk.play(tie, demo.night(9) + (2 + number) * DAY)
    desk.put_on(dated, demo.today + 5 * DAY, moment(demo.today - 3 * DAY, 18))
    desk.catch_up(moment(demo.night(10) + DAY, 18))


def load_pairs(demo: DemoSeason, finals: FinalsNight) -> None:
    """Sixteen pairs, drawn in the room two days ago."""
    opened, closing = moment(demo.night(6), 19), demo.today - 3 * DAY
    desk = open_desk(demo, demo.season, "pairs", PAIRS_NAME, opened, entries_close=closing, trophy="Two tankards")
    hands, folded = old_hands(demo), _folded()
    there = [club for key, club in demo.clubs.items() if key not in folded]
    for number, club in enumerate(there[-16:]):
        pair = tuple(desk.random.sample(hands[club.team.pk], 2))
        desk.enter((club.team, pair), moment(demo.night(7) + number % 9 * DAY, 17, 3 * number))
    drawn = moment(demo.today - 2 * DAY, 20, 30)
    days = {
        ("main", 1): (demo.night(14) + 5 * DAY, None),
        ("main", 2): (demo.night(16) + 5 * DAY, None),
        ("main", 3): (demo.night(18) + 5 * DAY, None),
        ("main", 4): (None, finals),
    }
    set_rounds(cup=desk.cup, days=days, by=desk.by, at=drawn)
    desk.draw(drawn)


def load_ladies(demo: DemoSeason) -> None:
    """Open for ten days yet; some have paid."""
    at = moment(demo.night(9), 19)
    desk = open_desk(demo, demo.season, "ladies-pairs", LADIES_NAME, at, fee=2, entries_close=demo.today + 10 * DAY)
    for number, (team, ladies) in enumerate(_pairs_of_ladies(demo)):
        entrant = desk.enter((team, ladies), at + (1 + number) * DAY)
        if number % 3 != 1:
            mark_paid(entrant=entrant, on=demo.today - DAY, by=desk.by, at=moment(demo.today - DAY, 19, number))


def _pairs_of_ladies(demo: DemoSeason) -> list[Entering]:
    """The first two of each team that has two, of seven teams."""
    found: list[Entering] = []
    teams = {key: club.team for key, club in demo.clubs.items() if key not in _folded()}
    hands = old_hands(demo)
    for key, team in teams.items():
        ladies = [each for each in hands[key] if each.name.partition(" ")[0] in LADIES]
        found += [(team, pair) for pair in list(combinations(ladies, 2))[:1]]
    return found[:7]


def _singles(demo: DemoSeason, most: int) -> list[Entering]:
    """The captains, then others; and whoever can be signed in as a player."""
    hands, folded = old_hands(demo), _folded()
    chosen = [(key, players[number]) for number in (2, 5, 0) for key, players in hands.items() if key not in folded]
    role = Role.objects.filter(kind=RoleKind.PLAYER).select_related("user").get()
    ours = Player.objects.select_related("league").get(user=role.user)
    wanted = [(role.team_id, ours), *(each for each in chosen if each[1] != ours)]
    return [(demo.clubs[key].team, (player,)) for key, player in wanted[:most]]


def _folded() -> set[int]:
    return set(Entry.objects.exclude(withdrawn_on=None).values_list("team", flat=True))


# --- an open day and a Swiss event ------------------------------------------------------------------------------------
OPEN_DAY, SWISS = "Harvest Open", "Winter Swiss"
MINUTES = timedelta(minutes=1)


def load_open_day(demo: DemoSeason) -> None:
    """Eight players on a Sunday five weeks ago: two groups, semi-finals, a winner."""
    began = moment(demo.night(6) + 5 * DAY, 13)
    desk = open_desk(
        demo, demo.season, "groups", OPEN_DAY, began - 20 * DAY, fee=5, groups=2, trophy="A ham",
        who_may="Anybody who is registered.",
    )  # fmt: skip
    order = _enter(desk, 8, 3, began)
    lots = Lots(names=tuple(desk.random.sample(order, len(order))))
    deal(cup=desk.cup, lots=lots, by=desk.by, at=began)
    for number in (1, 2, 3):
        _score_round(desk, number, order, began + 25 * number * MINUTES)
    at = began + 100 * MINUTES
    hold_draw(cup=desk.cup, lots=Lots(seed="2 14 21 30 44 51", purpose="main 1"), by=desk.by, at=at)
    for number in (1, 2):
        for tie in desk.to_play(at, number):
            at += 6 * MINUTES
            first, second = _score(desk, order, str(tie.first), str(tie.second))
            write_fact(cup=desk.cup, fact=Scored(tie.id, first, second), by=desk.by, at=at)
    finish_cup(cup=desk.cup, by=desk.by, at=at + 10 * MINUTES)


def load_swiss(demo: DemoSeason) -> None:
    """Ten players, five rounds on Fridays or so; of the third some scores are in."""
    opened = moment(demo.night(7), 19)
    desk = open_desk(
        demo, demo.season, "swiss", SWISS, opened, fee=1, rounds=5, who_may="The first ten.", max_entrants=10,
    )  # fmt: skip
    order = _enter(desk, 10, 6, opened + 4 * DAY)
    began = moment(demo.night(9) + 3 * DAY, 20)
    deal(cup=desk.cup, lots=Lots(seed="6 9 17 28 36 40", purpose="groups"), by=desk.by, at=began)
    for number in (1, 2, 3):
        at = began + (number - 1) * 4 * DAY
        pair(cup=desk.cup, absent=(), by=desk.by, at=at)
        _score_round(desk, number, order, at + 50 * MINUTES, most=3 if number == 3 else None)


def _enter(desk: CupDesk, number: int, place: int, at: datetime) -> list[str]:
    """So many players, one of a team; their keys, the best first, as only the dice know."""
    hands = list(old_hands(desk.demo).items())
    keys = []
    for count, (key, players) in enumerate(hands[:number]):
        team = desk.demo.clubs[key].team
        entrant = desk.enter((team, (players[place],)), at - (30 - count) * 5 * MINUTES)
        keys.append(entrant.key)
    return desk.random.sample(keys, len(keys))


def _score_round(desk: CupDesk, number: int, order: list[str], at: datetime, most: int | None = None) -> None:
    """The scores of one round of all groups, or the first few of them."""
    there = [each for each in _of_round(desk, number, at) if each.second is not None]
    typed = [TypedScore(each.id, *_score(desk, order, each.first, str(each.second))) for each in there[:most]]
    write_scores(cup=desk.cup, typed=typed, reason="", by=desk.by, at=at)


def _of_round(desk: CupDesk, number: int, at: datetime) -> Iterable[DayMatch]:
    tables = day_of(desk.cup, at).tables
    there = [match for table in tables for match in table.matches if match.round == number]
    return [match for match in there if match.state is DayMatchState.TO_PLAY]


def _score(desk: CupDesk, order: list[str], first: str, second: str) -> tuple[int, int]:
    """The better of the two wins: in groups of three nobody is level then."""
    lost = desk.random.randrange(2)
    return (2, lost) if order.index(first) < order.index(second) else (lost, 2)
