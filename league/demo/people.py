"""The demonstration's pubs, teams, squads and the people who sign in.

Places are added by the actions that a secretary uses. Players and their registrations are written in bulk, as those
actions would have left them: two hundred requests and approvals, one by one, are most of a minute's patience.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import product
from random import Random

from django.utils.text import slugify

from league.accounts.models import User
from league.demo.names import FIRST_NAMES, LAST_NAMES, YOUNG_NAMES, DemoPub, Naming
from league.teams.actions import Office, add_team, add_venue, settle_officers
from league.teams.actions.leagues import free_slug
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Role, Team
from scoring.card.match import Player as CardPlayer
from scoring.card.match import Squad

YEARS = timedelta(weeks=52)
# The first of a squad have always been there; the others joined a season or two ago, so that squads look lived in.
OLD_HANDS = 8


@dataclass(frozen=True, slots=True)
class Club:
    """A team with its captain, its squad, and its `strength`: what it adds to its chance of winning a game."""

    team: Team
    captain: User
    squad: Squad
    strength: float


@dataclass(frozen=True, slots=True)
class Officers:
    secretary: User
    results: User
    cups: User


def appoint(league: League, naming: Naming, at: datetime) -> Officers:
    """The secretary, the results officer and whoever runs the cups, who can be signed in as."""
    secretary = demo_user(f"secretary@{naming.slug}.example", naming.secretary, naming.contact.partition(", ")[2])
    results = demo_user(f"results@{naming.slug}.example", naming.results_officer, phone(900))
    roles = [(secretary, RoleKind.SECRETARY), (results, RoleKind.RESULTS_OFFICER)]
    cups = secretary
    if naming.coordinator:
        cups = demo_user(f"cups@{naming.slug}.example", naming.coordinator, phone(910))
        roles.append((cups, RoleKind.COORDINATOR))
    Role.objects.bulk_create(Role(league=league, user=user, kind=kind, since=at) for user, kind in roles)
    name_officers(league, naming, secretary, at)
    return Officers(secretary, results, cups)


def name_officers(league: League, naming: Naming, by: User, at: datetime) -> None:
    """Those whom the booklet names; who has no sign-in has a number to be rung at, but for the auditor."""
    known = {naming.secretary, naming.results_officer, naming.coordinator}
    officers = tuple(
        Office(title, name, "" if name in known or title == "Auditor" else phone(920 + number))
        for number, (title, name) in enumerate(naming.officers)
    )
    settle_officers(league=league, officers=officers, by=by, at=at)


def settle_clubs(league: League, naming: Naming, random: Random, *, by: User, at: datetime) -> list[Club]:
    """Every pub with its teams, and every team with its squad, captain and vice-captain."""
    names = _names(random)
    taken: set[str] = set()
    clubs = []
    for number, pub in enumerate(naming.pubs, start=1):
        for team in _teams(league, naming, number, pub, by=by, at=at):
            player_names = [next(names) for _ in range(naming.squad)]
            clubs.append(_club(team, player_names, taken, random, at))
    return clubs


def _teams(league: League, naming: Naming, number: int, pub: DemoPub, *, by: User, at: datetime) -> Iterator[Team]:
    postcode = (
        f"{naming.area}{number % 9 + 1} {number % 8 + 2}{'ABDEFGHJLN'[number % 10]}{'PQRSTUWXYZ'[number * 7 % 10]}"
    )
    venue = add_venue(
        league=league, name=pub.name, address=pub.address, postcode=postcode, map_link=_on_the_map(naming, number),
        boards=1, notes=pub.notes, by=by, at=at,
    )  # fmt: skip
    for name in pub.teams:
        yield add_team(league=league, name=name, venue=venue, start_time=time(20), by=by, at=at)


def _on_the_map(naming: Naming, number: int) -> str:
    """A pub on OpenStreetMap, some miles from the next one."""
    north = f"{naming.middle[0] + number % 5 * 0.013:.4f}"
    east = f"{naming.middle[1] + number % 7 * 0.021:.4f}"
    return f"https://www.openstreetmap.org/?mlat={north}&mlon={east}#map=15/{north}/{east}"


def _club(team: Team, names: list[str], taken: set[str], random: Random, at: datetime) -> Club:
    # Two leagues may have a team of one name, so the address says the league where it is not the first.
    stem = team.slug if team.league.slug == "harthwaite" else f"{team.slug}.{team.league.slug}"
    captain = demo_user(f"captain.{stem}@demo.example", names[0], phone(random.randrange(100, 900)))
    vice = demo_user(f"vice.{stem}@demo.example", names[1], phone(random.randrange(100, 900)))
    heads = ((captain, RoleKind.CAPTAIN), (vice, RoleKind.VICE_CAPTAIN))
    Role.objects.bulk_create(
        Role(league=team.league, user=user, kind=kind, team=team, since=at) for user, kind in heads
    )
    players = _players(team, names, (captain, vice), taken, at)
    since = [_joined(number, random, at) for number in range(len(players))]
    Registration.objects.bulk_create(
        Registration(
            player=player, team=team, state=RegistrationState.APPROVED, how=RegisteredHow.LIST, asked_at=joined,
            asked_by=captain, since=joined.date(),
        )
        for player, joined in zip(players, since, strict=True)
    )  # fmt: skip
    named = tuple(
        CardPlayer(str(player.pk), player.name, registered_on=joined.date())
        for player, joined in zip(players, since, strict=True)
    )
    return Club(team, captain, Squad(str(team.pk), team.name, named), random.uniform(-0.13, 0.13))


def _players(team: Team, names: list[str], heads: tuple[User, User], taken: set[str], at: datetime) -> list[Player]:
    made = []
    for number, name in enumerate(names):
        user = heads[number] if number < len(heads) else None
        young = name.partition(" ")[0] in YOUNG_NAMES
        player = Player(league=team.league, name=name, user=user, under_18=young)
        player.guardian_agreed_on = at.date() if young else None
        player.slug = free_slug(player.public_name, taken, 90)
        taken.add(player.slug)
        made.append(player)
    return Player.objects.bulk_create(made)


def _joined(number: int, random: Random, at: datetime) -> datetime:
    return at if number < OLD_HANDS else at + random.choice((0, 1, 2)) * YEARS


def _names(random: Random) -> Iterator[str]:
    """Full names in no order, none twice; the twenty-seventh is a young player's."""
    every = [f"{first} {last}" for first, last in product(FIRST_NAMES, LAST_NAMES)]
    random.shuffle(every)
    for number, name in enumerate(every, start=1):
        yield f"{random.choice(YOUNG_NAMES)} {name.partition(' ')[2]}" if number == 27 else name


def demo_user(email: str, name: str, telephone: str = "") -> User:
    """Somebody who can be signed in as with one tap, and in no other way."""
    return User.objects.create_user(email, name, None, phone=telephone, demo=True)


def phone(number: int) -> str:
    """One of the mobile numbers kept free for drama; `number` is below 1000."""
    return f"07700 900{number:03}"


def player_login(club: Club, number: int, at: datetime) -> User:
    """Let a player of a club's squad sign in too, with a player's role from the day they joined."""
    card_player = club.squad.players[number]
    user = demo_user(f"player.{slugify(card_player.name)}@demo.example", card_player.name)
    Player.objects.filter(pk=int(card_player.id)).update(user=user)
    Role.objects.bulk_create([Role(league=club.team.league, user=user, kind=RoleKind.PLAYER, team=club.team, since=at)])
    return user
