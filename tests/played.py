"""Whole seasons that were played: for list pages, budgets and benchmarks, where a few matches would prove nothing.

Rows are made in bulk, as the actions would have left them; the cards are legal and every result is what its card says.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from uuid import UUID

from django.utils import timezone

from league.base.accounts.models import User
from league.results.choices import ResultState, SentFor
from league.results.models import Appearance, Result, Submission
from league.schedule.actions.locking import freeze_competition
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture, Season
from league.teams.choices import RegisteredHow, RegistrationState
from league.teams.models import League, Player, Registration, Team, Venue
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Squad
from scoring.card.match import Player as CardPlayer
from scoring.card.outcome import appearances, tally
from scoring.card.sheet import Side
from scoring.season.schedule.circle import half_of, round_robin
from scoring.season.specimen import generate_card
from tests.factories import SIGNED, make_division, make_season, make_user, slugged

HOURS = timedelta(hours=2, minutes=30)
PUBS = (
    *("Crown", "Bell", "Plough", "Swan", "Red Lion", "Anchor", "Fleece", "Star", "Globe", "Ship", "Bay Horse", "Oak"),
    *("Railway", "Wheatsheaf", "Black Bull", "George", "Turf", "Grey Horse", "Old Hall", "Blue Bell"),
)
FIRST = ("Harry", "Elsie", "Ted", "Joan", "Alf", "Doris", "Ken", "Maureen", "Stan", "Brenda", "Frank", "Sheila")
LAST = (
    *("Goy", "Birtles", "Ollerenshaw", "Tomlinson", "Hartley", "Sowerby", "Metcalfe", "Alderson", "Raine", "Coates"),
    *("Dent", "Tallentire", "Wearmouth", "Bainbridge", "Kipling", "Walton", "Featherstone", "Nattrass", "Hird", "Bell"),
)


@dataclass
class Club:
    """A team with its squad, as cards need it."""

    team: Team
    players: list[Player]

    @property
    def squad(self) -> Squad:
        named = (CardPlayer(str(each.pk), each.name, registered_on=date(2000, 1, 1)) for each in self.players)
        return Squad(str(self.team.pk), self.team.name, tuple(named))


def make_clubs(league: League, number: int, squad: int = 8) -> list[Club]:
    """Teams with a pub each and `squad` registered players each."""
    names = [PUBS[i] if i < len(PUBS) else f"{PUBS[i % len(PUBS)]} {chr(65 + i // len(PUBS))}" for i in range(number)]
    venues = Venue.objects.bulk_create(
        Venue(league=league, name=f"The {name}", slug=slugged(name), address=f"{i + 1} High Street", postcode="DL1 1AA")
        for i, name in enumerate(names)
    )
    teams = Team.objects.bulk_create(
        Team(league=league, name=name, slug=slugged(name), venue=venue, start_time=time(20))
        for name, venue in zip(names, venues, strict=True)
    )
    clubs = []
    for index, team in enumerate(teams):
        named = [_name(index * squad + i) for i in range(squad)]
        players = Player.objects.bulk_create(
            Player(league=league, name=name, slug=f"{slugged(name)}-{team.pk}-{i}") for i, name in enumerate(named)
        )
        clubs.append(Club(team, players))
    Registration.objects.bulk_create(
        Registration(
            player=player, team=club.team, state=RegistrationState.APPROVED, how=RegisteredHow.LIST, asked_at=SIGNED,
            since=date(2000, 1, 1),
        )
        for club in clubs for player in club.players
    )  # fmt: skip
    return clubs


def _name(number: int) -> str:
    """Two hundred and forty names before one comes again."""
    return f"{FIRST[number % len(FIRST)]} {LAST[number // len(FIRST) % len(LAST)]}"


def play_season(
    league: League,
    clubs: list[Club],
    *,
    year: int = 2026,
    current: bool = True,
    size: int = 12,
    nights: int | None = None,
) -> Season:
    """A season of divisions of `size` teams, each pair meeting twice; played on the first `nights` nights, or all."""
    season = make_season(league, f"{year}-{(year + 1) % 100:02}", current=current)
    sender = User.objects.first() or make_user("Sam Secretary")
    for rank, start in enumerate(range(0, len(clubs), size), start=1):
        division = make_division(season, f"Division {rank}", rank=rank, promoted=int(rank > 1), relegated=1)
        play_division(division, clubs[start : start + size], sender, nights)
    return season


def play_division(division: Division, clubs: list[Club], sender: User, nights: int | None) -> None:
    season = division.competition.season
    entered = Entry.objects.bulk_create(Entry(division=division, team=each.team, name=each.team.name) for each in clubs)
    entries = {str(each.team.pk): entry for each, entry in zip(clubs, entered, strict=True)}
    by_team = {str(each.team.pk): each for each in clubs}
    rounds = round_robin(tuple(by_team))
    first = season.starts + timedelta(days=-season.starts.weekday() % 7)
    fixtures = []
    for night, pairs in enumerate(rounds):
        on = first + timedelta(weeks=night)
        for home, away in pairs:
            if away is None:
                continue
            fixtures.append(
                Fixture(
                    league=season.league, division=division, week=night + 1, half=half_of(night, len(rounds)),
                    home=entries[home], away=entries[away], date=on, first_date=on, start_time=time(20),
                    venue_id=by_team[home].team.venue_id, code=f"{division.pk}x{len(fixtures)}",
                    state=FixtureState.PLAYED if nights is None or night < nights else FixtureState.SCHEDULED,
                )
            )  # fmt: skip
    played = [each for each in Fixture.objects.bulk_create(fixtures) if each.state == FixtureState.PLAYED]
    if played:
        freeze_competition(division.competition, at=_closing(played[0]))
    _send_cards(division, played, by_team, sender)


def _send_cards(division: Division, played: list[Fixture], by_team: dict[str, Club], sender: User) -> None:
    rules = codec.decode_as(LeagueRules, division.competition.rules)
    cards = {each: _card(rules, each, by_team) for each in played}
    sent = Submission.objects.bulk_create(
        Submission(
            fixture=each, sent_for=SentFor.HOME, by=sender, key=UUID(int=each.pk), body_hash="", receipt=f"T{each.pk}",
            card=codec.encode(cards[each]), fixture_version=1, made_version=2, received_at=_closing(each),
        )
        for each in played
    )  # fmt: skip
    results = []
    for submission in sent:
        total = tally(cards[submission.fixture], rules.format, rules.scheme)
        results.append(
            Result(
                fixture=submission.fixture, submission=submission, state=ResultState.CONFIRMED, kind=total.kind.value,
                tally=codec.encode(total), home_games=total.home_games, away_games=total.away_games,
                counts=total.counts, settled_at=submission.received_at, updated_at=submission.received_at,
            )
        )  # fmt: skip
    rows = [row for result in Result.objects.bulk_create(results) for row in _appearances(result, cards, rules)]
    Appearance.objects.bulk_create(rows, batch_size=2000)


def _card(rules: LeagueRules, fixture: Fixture, by_team: dict[str, Club]):
    home, away = by_team[str(fixture.home.team_id)].squad, by_team[str(fixture.away.team_id)].squad
    match = Match(rules.format, rules.scheme, home, away, fixture.date)
    return generate_card(Random(f"{fixture.date} {home.name} {away.name}"), match)


def _appearances(result: Result, cards: dict, rules: LeagueRules):
    teams = {Side.HOME: result.fixture.home.team_id, Side.AWAY: result.fixture.away.team_id}
    lines = {line.label: (number, line.players) for number, line in enumerate(rules.format.lines)}
    for each in appearances(cards[result.fixture], rules.format):
        number, players = lines[each.label]
        yield Appearance(
            result=result, team_id=teams[each.side], player_id=int(each.player.id), line=number, label=each.label,
            players=players, won=each.won, lost=each.lost, pegs=each.pegs,
        )  # fmt: skip


def _closing(fixture: Fixture) -> datetime:
    start = datetime.combine(fixture.date, fixture.start_time, timezone.get_default_timezone())
    return start + HOURS
