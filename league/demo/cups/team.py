"""The team cup: a round behind it, and in the quarter-finals everything that a co-ordinator has to see to."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from league.cups.actions.finals import set_rounds
from league.cups.actions.knockout import write_fact
from league.cups.models import FinalsNight
from league.cups.queries.catalogue import SAME_PUB
from league.demo.cards import swapped, uuid_from
from league.demo.cups.desk import CupDesk, key_of, open_desk, winner_of
from league.demo.dates import moment
from league.demo.seasons import DAY, DemoSeason
from league.results.actions import correct_result
from league.schedule.actions import accept_date, ask_move, postpone_fixture
from league.schedule.models import Entry, Fixture, MoveRequest
from league.schedule.queries.move_rules import MOST_ON_ONE_WEEKDAY, nights_for
from league.schedule.queries.seasons import league_competition
from league.schedule.values.matches import constitution_of
from league.teams.models import Team
from scoring.card.sheet import Card
from scoring.season.knockout import cups
from scoring.season.knockout.bracket import Tie
from scoring.season.knockout.cups import TieForm
from scoring.season.knockout.facts import WalkedOver
from scoring.season.knockout.plan import Feeder

NAME = "Harthwaite Cup"
SEED = "7 12 19 33 41 58"
ENTERED = 14
HOUR = timedelta(hours=1)


def load_team_cup(demo: DemoSeason, finals: FinalsNight) -> None:
    """Fourteen teams, so six ties and two byes; the quarter-finals have begun."""
    desk = _opened(demo)
    for number, team in enumerate(_entering(demo)):
        desk.enter((team, ()), moment(demo.night(1) + number % 6 * DAY, 18, 3 * number))
    days = {
        ("main", 1): (demo.night(7) + 5 * DAY, None),
        ("main", 2): (demo.today + 18 * DAY, None),
        ("main", 3): (demo.night(16) + 5 * DAY, None),
        ("main", 4): (None, finals),
    }
    set_rounds(cup=desk.cup, days=days, by=desk.by, at=moment(demo.night(2), 20))
    desk.draw(moment(demo.night(3) + DAY, 20, 30), seed=SEED)
    played, sent = _first_round(desk)
    _quarter_finals(desk, key_of(played, winner_of(played, sent)))
    _put_right(desk, played, sent)


def _opened(demo: DemoSeason) -> CupDesk:
    """As teams are used to: the league's card, and a short decider should it end level."""
    games = constitution_of(league_competition(demo.season)).format.total_games
    rules = cups.Cup(NAME, forms=(TieForm(games=games, decider=3),), neutral=1)
    return open_desk(
        demo, demo.season, "team-knockout", NAME, moment(demo.night(1) - 10 * DAY, 19), rules=rules, fee=10,
        draw_rules=SAME_PUB, entries_close=demo.night(2), trophy="Silver cup, given by the Drill Hall",
    )  # fmt: skip


def _entering(demo: DemoSeason) -> list[Team]:
    """Pubs with two teams enter both, so that the draw has something to keep apart; who folded is not among them."""
    folded = set(Entry.objects.exclude(withdrawn_on=None).values_list("team", flat=True))
    there = [club.team for key, club in demo.clubs.items() if key not in folded]
    return there[:ENTERED]


def _first_round(desk: CupDesk) -> tuple[Fixture, Card]:
    """One tie is still to be played and long late, one was given away. Returns the one that will be put right."""
    demo, drawn = desk.demo, moment(desk.demo.night(3) + 2 * DAY, 12)
    ties = {tie.id: tie for tie in desk.to_play(drawn, 1)}
    whole = [before for before in _feeders(desk, drawn) if set(before) <= ties.keys()]
    wrong, late = ties[whole[0][0]], ties[whole[-1][1]]
    given, *others = (tie for tie in ties.values() if tie.id not in {*whole[0], *whole[-1]})
    plain = [*others, ties[whole[0][1]], ties[whole[-1][0]]]
    made = desk.play(wrong, demo.night(5) + 3 * DAY, narrow=True)
    for number, tie in enumerate(plain):
        desk.play(tie, demo.night(4 + number) + 2 * DAY)
    postponed = desk.put_on(late, demo.night(6) + 3 * DAY, moment(demo.night(5), 19))
    postpone_fixture(
        fixture=postponed, reason="The bus broke down on the moor. They are looking for another night.", by=desk.by,
        at=moment(demo.night(6) + 3 * DAY, 19), asked_by=postponed.away,
    )  # fmt: skip
    fact = WalkedOver(given.id, str(given.first), "Could not raise a side on three nights that were offered.")
    at = moment(demo.night(7) + 6 * DAY, 19)
    write_fact(cup=desk.cup, fact=fact, by=desk.by, at=at)
    desk.catch_up(at + HOUR)
    return made


def _feeders(desk: CupDesk, drawn: datetime) -> Iterator[tuple[str, str]]:
    """The two ties that lead to each quarter-final."""
    for tie in desk.bracket(drawn).ties:
        first, second = tie.plan.first, tie.plan.second
        if tie.plan.round == 2 and isinstance(first, Feeder) and isinstance(second, Feeder):
            yield first.tie, second.tie


def _quarter_finals(desk: CupDesk, through: str) -> None:
    """One is played, one has its night, of one the dates are offered, and one waits for the tie that is late."""
    demo = desk.demo
    ties = desk.to_play(moment(demo.night(8), 12), 2)
    played = next(tie for tie in ties if through in {tie.first, tie.second})
    dated, offered = (tie for tie in ties if tie != played)
    desk.play(played, demo.night(9) + 3 * DAY, to=[through])
    move_request = _offer(desk, dated, 7, "Any of these would do for us.")
    taken = move_request.offers.order_by("rank")[1].date
    away = demo.club(move_request.fixture.away).captain
    accept_date(move_request=move_request, date=taken, by=away, at=moment(demo.today - 6 * DAY, 9, 5))
    _offer(desk, offered, 1, "There will be pie and peas whichever it is.")


def _offer(desk: CupDesk, tie: Tie, days_ago: int, words: str) -> MoveRequest:
    """The home captain offers three nights from the day after tomorrow on."""
    demo, fixture = desk.demo, desk.match(tie)
    on = demo.today - days_ago * DAY
    dates: list[date] = []
    for offer in nights_for(fixture, today=on).offers:
        same = [each for each in dates if each.weekday() == offer.date.weekday()]
        if offer.date >= demo.today + 2 * DAY and len(same) < MOST_ON_ONE_WEEKDAY:
            dates.append(offer.date)
    return ask_move(
        fixture=fixture, asked_by=fixture.home, dates=dates[:3], reason=words,
        by=demo.club(fixture.home).captain, at=moment(on, 20, 40),
    )  # fmt: skip


def _put_right(desk: CupDesk, fixture: Fixture, sent: Card) -> None:
    """Six weeks later both captains find that a game was written to the wrong side, and the loser has played on."""
    demo = desk.demo
    at = moment(demo.today - 2 * DAY, 18, 20)
    won = winner_of(fixture, sent)
    line = next(number for number, each in enumerate(sent.lines) if each.games[0].winner is won)
    correct_result(
        fixture=fixture, card=swapped(sent, line), key=uuid_from(desk.random), seen=demo.version(fixture),
        by=demo.officers.results, at=at,
        reason="One game was written to the wrong side. Both captains have signed the card again.",
    )  # fmt: skip
    desk.catch_up(at + HOUR)
