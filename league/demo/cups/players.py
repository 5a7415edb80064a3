"""The cups that players enter by name: singles in their quarter-finals, pairs just drawn, ladies' pairs open."""

from dataclasses import replace
from itertools import combinations

from league.cups.actions.entries import mark_paid
from league.cups.actions.finals import set_rounds
from league.cups.actions.knockout import write_fact
from league.cups.models import Entrant, FinalsNight
from league.demo.book import DAY, Book
from league.demo.cups.desk import Desk, Entering, old_hands, open_desk
from league.demo.dates import moment
from league.schedule.models import Entry
from league.teams.choices import RoleKind
from league.teams.models import Player, Role
from scoring.season.knockout.cups import SINGLES, Plate
from scoring.season.knockout.facts import Withdrew
from scoring.season.knockout.plan import Part

SEED = "3 8 22 27 35 49"
SINGLES_NAME, PAIRS_NAME, LADIES_NAME = "Jubilee Singles", "Dales Pairs", "Ladies' Pairs"
LADIES = frozenset(
    (
        *("Alice", "Barbara", "Brenda", "Carol", "Christine", "Deborah", "Doreen", "Dorothy", "Eileen", "Elaine"),
        *("Gillian", "Hazel", "Irene", "Janet", "Joan", "Joyce", "Karen", "Lesley", "Linda", "Margaret", "Maureen"),
        *("Muriel", "Pauline", "Rita", "Sandra", "Sheila", "Shirley", "Susan", "Val", "Vera", "Wendy"),
    )
)


def tell_singles(book: Book, finals: FinalsNight) -> None:
    """Twenty players, two rounds played; the plate of those who lost at once has its final to come."""
    desk = open_desk(
        book, book.season, "singles", SINGLES_NAME, moment(book.night(1) - 10 * DAY, 19, 10), fee=2,
        rules=replace(SINGLES, plate=Plate.DRAWN), entries_close=book.night(2), trophy="The Jubilee rose bowl",
    )  # fmt: skip
    for number, each in enumerate(_singles(book, 20)):
        desk.enter(each, moment(book.night(1) + number % 6 * DAY, 19, 2 * number))
    days = {
        ("main", 1): (book.night(5) + 5 * DAY, None),
        ("main", 2): (book.night(9) - DAY, None),
        ("main", 3): (book.today + 11 * DAY, None),
        ("main", 4): (None, finals),
        ("main", 5): (None, finals),
        ("plate", 1): (book.today + 18 * DAY, None),
        ("plate", 2): (None, finals),
    }
    set_rounds(cup=desk.cup, days=days, by=desk.by, at=moment(book.night(2), 20))
    desk.draw(moment(book.night(2) + 3 * DAY, 20), seed=SEED)
    ours = _keys_of_whoever_signs_in(desk)
    _round(desk, 1, 3, ours)
    desk.draw(moment(book.night(6) + DAY, 20), seed=SEED, part=Part.PLATE)
    _round(desk, 2, 6, ours)
    _plate(desk)
    _quarter_finals(desk, ours)


def _keys_of_whoever_signs_in(desk: Desk) -> set[str]:
    """The entrant whose player can be signed in as: still in the cup, so that there is something to arrange."""
    there = Entrant.objects.filter(cup=desk.cup, entry__players__user__roles__kind=RoleKind.PLAYER)
    return {each.key for each in there}


def _round(desk: Desk, number: int, week: int, ours: set[str], part: Part = Part.MAIN) -> None:
    """All ties of a round, over two weeks, on nights when the league does not play."""
    ties = desk.to_play(moment(desk.book.night(week), 18), number, part)
    for count, tie in enumerate(ties):
        desk.play(tie, desk.book.night(week + count % 2) + (2 + count % 4) * DAY, to=ours)
    desk.catch_up(moment(desk.book.night(week + 2) + DAY, 18))


def _plate(desk: Desk) -> None:
    """One of its four has moved away; the other semi-final is played."""
    book = desk.book
    gone, played = desk.to_play(moment(book.night(7), 18), 1, Part.PLATE)
    desk.play(played, book.night(8) + 5 * DAY)
    fact, at = Withdrew(str(gone.second), "Has taken a job on the rigs."), moment(book.night(9) + DAY, 18)
    write_fact(cup=desk.cup, fact=fact, by=desk.by, at=at)


def _quarter_finals(desk: Desk, ours: set[str]) -> None:
    """Two are played, one has its night, and one is still to be arranged."""
    book = desk.book
    ties = desk.to_play(moment(book.night(9), 18), 3)
    arranging = next((tie for tie in ties if {tie.first, tie.second} & ours), ties[-1])
    dated, *played = (tie for tie in ties if tie != arranging)
    for number, tie in enumerate(played):
        desk.play(tie, book.night(9) + (2 + number) * DAY)
    desk.put_on(dated, book.today + 5 * DAY, moment(book.today - 3 * DAY, 18))
    desk.catch_up(moment(book.night(10) + DAY, 18))


def tell_pairs(book: Book, finals: FinalsNight) -> None:
    """Sixteen pairs, drawn in the room two days ago."""
    opened, closing = moment(book.night(6), 19), book.today - 3 * DAY
    desk = open_desk(book, book.season, "pairs", PAIRS_NAME, opened, entries_close=closing, trophy="Two tankards")
    hands, folded = old_hands(book), _folded()
    there = [club for key, club in book.clubs.items() if key not in folded]
    for number, club in enumerate(there[-16:]):
        pair = tuple(desk.random.sample(hands[club.team.pk], 2))
        desk.enter((club.team, pair), moment(book.night(7) + number % 9 * DAY, 17, 3 * number))
    drawn = moment(book.today - 2 * DAY, 20, 30)
    days = {
        ("main", 1): (book.night(14) + 5 * DAY, None),
        ("main", 2): (book.night(16) + 5 * DAY, None),
        ("main", 3): (book.night(18) + 5 * DAY, None),
        ("main", 4): (None, finals),
    }
    set_rounds(cup=desk.cup, days=days, by=desk.by, at=drawn)
    desk.draw(drawn)


def tell_ladies(book: Book) -> None:
    """Open for ten days yet; some have paid."""
    at = moment(book.night(9), 19)
    desk = open_desk(book, book.season, "ladies-pairs", LADIES_NAME, at, fee=2, entries_close=book.today + 10 * DAY)
    for number, (team, pair) in enumerate(_pairs_of_ladies(book)):
        entrant = desk.enter((team, pair), at + (1 + number) * DAY)
        if number % 3 != 1:
            mark_paid(entrant=entrant, on=book.today - DAY, by=desk.by, at=moment(book.today - DAY, 19, number))


def _pairs_of_ladies(book: Book, most: int = 7) -> list[Entering]:
    """The first two of each team that has two."""
    found: list[Entering] = []
    teams = {key: club.team for key, club in book.clubs.items() if key not in _folded()}
    hands = old_hands(book)
    for key, team in teams.items():
        ladies = [each for each in hands[key] if each.name.partition(" ")[0] in LADIES]
        found += [(team, pair) for pair in list(combinations(ladies, 2))[:1]]
    return found[:most]


def _singles(book: Book, most: int) -> list[Entering]:
    """The captains, then others; and whoever can be signed in as a player."""
    hands, folded = old_hands(book), _folded()
    chosen = [(key, players[number]) for number in (2, 5, 0) for key, players in hands.items() if key not in folded]
    role = Role.objects.filter(kind=RoleKind.PLAYER).select_related("user").get()
    ours = Player.objects.select_related("league").get(user=role.user)
    wanted = [(role.team_id, ours), *(each for each in chosen if each[1] != ours)]
    return [(book.clubs[key].team, (player,)) for key, player in wanted[:most]]


def _folded() -> set[int]:
    return set(Entry.objects.exclude(withdrawn_on=None).values_list("team", flat=True))
