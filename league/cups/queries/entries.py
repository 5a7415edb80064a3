"""Who has entered a cup, what they are called, who may enter, and who is short of league matches."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet

from league.cups.models import Cup, Entrant, EntrantKind, Substitute
from league.cups.values import NO_TEAM
from league.results.models import Appearance
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry
from league.schedule.queries.matches import with_shared_relations
from league.schedule.queries.seasons import still_in
from league.teams.models import Player, Registration, Team
from league.teams.queries.squads import holds_on


def entrants_in(cup: Cup) -> list[Entrant]:
    """Everybody on the list, in the order in which they entered, with entry, team and players: two queries."""
    rows = Entrant.objects.filter(cup=cup, withdrawn_at=None).select_related("entry__team__league", "venue", "by")
    players = Player.objects.select_related("league").defer("league__rules").order_by("pk")
    return list(with_shared_relations(rows.prefetch_related(Prefetch("entry__players", players)).order_by("pk")))


def public_name(entrant: Entrant) -> str:
    """The name that strangers may read: players by the league's setting, a team or a combination by its own."""
    return _name(entrant, [player.public_name for player in entrant.entry.players.all()])


def honours_name(entrant: Entrant) -> str:
    """The name that the honours board has: as strangers read it, in full where the league has it so there."""
    return _name(entrant, [player.honours_name for player in entrant.entry.players.all()])


def _name(entrant: Entrant, players: Sequence[str]) -> str:
    return " & ".join(players) if len(players) in {1, 2} else entrant.entry.name


def names_of(cup: Cup) -> Mapping[str, str]:
    """The public name of everybody who ever entered, by key, namesakes with their teams: two queries."""
    entered, players = Entrant.objects.filter(cup=cup).select_related("entry__team"), dict[int, list[str]]()
    rows = Player.objects.filter(entries__entrant__cup=cup).annotate(entry=F("entries")).select_related("league")
    for each in with_shared_relations(rows.order_by("pk")):
        players.setdefault(each.entry, []).append(each.public_name)
    return _told_apart(entered, {each.key: _name(each, players.get(each.entry_id, ())) for each in entered})


def distinct_names(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Public names by key; those who share one have their team behind it."""
    entrants = list(entrants)
    return _told_apart(entrants, {each.key: public_name(each) for each in entrants})


def full_names(entrants: Iterable[Entrant]) -> dict[str, str]:
    """The names of players in full, by key, of those who entered by name: to be read, and not shown."""
    players = {each.key: [str(player) for player in each.entry.players.all()] for each in entrants}
    return {key: " & ".join(names) for key, names in players.items() if names}


def _told_apart(entrants: Iterable[Entrant], names: dict[str, str]) -> dict[str, str]:
    times = Counter(names.values())
    shared = {each.key: f"{names[each.key]} ({each.entry.team})" for each in entrants if times[names[each.key]] > 1}
    return names | shared


# --- who may enter ----------------------------------------------------------------------------------------------------
# How many players an entry names: at least, and at most.
NUMBERS = {
    EntrantKind.TEAM: (0, 0),
    EntrantKind.SINGLES: (1, 1),
    EntrantKind.PAIRS: (2, 2),
    EntrantKind.COMBINATION: (2, 12),
}
NUMBER_WORDS = {
    EntrantKind.SINGLES: "Name one player.",
    EntrantKind.PAIRS: "Name two players.",
    EntrantKind.COMBINATION: "Name two to twelve players.",
}


Short = tuple[tuple[Player, int], ...]  # players with the league matches that they have played, too few to go on


def entered_in(cup: Cup) -> tuple[set[int], set[int]]:
    """Who need not be offered any more: the keys of teams that entered as a whole, and of players. Two queries."""
    entrants = Entrant.objects.filter(cup=cup, withdrawn_at=None).select_related("entry")
    entrants = list(entrants.prefetch_related("entry__players"))
    teams = {each.entry.team_id for each in entrants if cup.kind == EntrantKind.TEAM}
    return teams, {player.pk for each in entrants for player in each.entry.players.all()}


def registered_on(players: Iterable[Player], day: date) -> dict[int, int]:
    """The team of each player on a day, by keys: one query."""
    registrations = Registration.objects.filter(holds_on(day), player__in=list(players))
    return dict(registrations.order_by("since", "pk").values_list("player", "team"))


def players_of_league(day: date) -> list[tuple[Team, list[Player]]]:
    """Every registered player by team, both by name: the choices of an entry form. One query."""
    registrations = Registration.objects.filter(holds_on(day), team__active=True)
    registrations = registrations.select_related("player__league", "team__venue")
    players_by_team: dict[Team, list[Player]] = {}
    for row in with_shared_relations(registrations.order_by("team__name", "player__name", "pk")):
        players_by_team.setdefault(row.team, []).append(row.player)
    return list(players_by_team.items())


def teams_to_enter(cup: Cup, day: date) -> QuerySet[Team]:
    """The teams of the league by name; of a cup of teams without those that have left its season by a day."""
    teams: QuerySet[Team] = Team.objects.filter(active=True).order_by("name", "pk").select_related("venue", "league")
    if cup.kind != EntrantKind.TEAM:
        return teams
    of_league = Entry.objects.filter(
        division__competition__season=cup.season, division__competition__kind=CompetitionKind.LEAGUE
    )
    return teams.exclude(pk__in=of_league.exclude(still_in(day)).values("team"))


def entry_errors(cup: Cup, team: Team, players: tuple[Player, ...], day: date) -> Iterator[str]:
    """Why these may not enter, whoever enters them: of the list of entrants only what answers that is read."""
    least, most = NUMBERS[EntrantKind(cup.kind)]
    if not least <= len(set(players)) <= most or len(set(players)) != len(players):
        yield NUMBER_WORDS.get(EntrantKind(cup.kind), "A team enters as a whole.")
    entrants = Entrant.objects.filter(cup=cup, withdrawn_at=None)
    if cup.max_entrants is not None and entrants.count() >= cup.max_entrants:
        yield f"The cup is full: {cup.max_entrants} have entered."
    if cup.one_a_pub and team.name != NO_TEAM and entrants.filter(venue=team.venue_id).exists():
        yield f"{team.venue} already has an entrant, and each pub may enter one."
    if not players and entrants.filter(entry__team=team).exists():
        yield f"{team} has entered already."
    if not players:
        return
    entered = set(entrants.filter(entry__players__in=players).values_list("entry__players", flat=True))
    yield from (f"{player} has entered already." for player in players if player.pk in entered)
    teams = registered_on(players, day)
    if team.name != NO_TEAM:
        yield from (f"{player} is not registered with a team." for player in players if player.pk not in teams)


def division_of(cup: Cup, team: Team) -> str:
    """The name of the division that a team plays in this season, "" if in none."""
    rows = Entry.objects.filter(
        team=team, division__competition__season=cup.season, division__competition__kind=CompetitionKind.LEAGUE
    )
    return rows.values_list("division__name", flat=True).first() or ""


def short_of(cup: Cup, entrants: Iterable[Entrant], day: date) -> Mapping[str, Short]:
    """Who of each entrant, by key, has played too few league matches so far: two queries, none if nothing is asked.
    A team is asked for everybody it has registered; entrants need entry with its players.
    """
    if not cup.matches:
        return {}
    entrants = list(entrants)
    squads = {team.pk: players for team, players in players_of_league(day)} if cup.kind == EntrantKind.TEAM else {}
    rows = Appearance.objects.filter(
        result__fixture__division__competition__season=cup.season,
        result__fixture__division__competition__kind=CompetitionKind.LEAGUE,
    )
    matches = rows.values("player").annotate(matches=Count("result", distinct=True))
    played = dict(matches.values_list("player", "matches"))
    counts = {}
    for each in entrants:
        ours = squads.get(each.entry.team_id, []) if cup.kind == EntrantKind.TEAM else each.entry.players.all()
        counts[each.key] = tuple((one, played.get(one.pk, 0)) for one in ours if played.get(one.pk, 0) < cup.matches)
    return {key: short for key, short in counts.items() if short}


# --- the list as its page shows it ------------------------------------------------------------------------------------
def entries_page(cup: Cup, day: date, *, inside: bool) -> dict[str, Any]:
    """Everybody on the list: three queries; `inside` the league also who is short of matches, two more.
    The `rows` are (entrant, name, who is short of matches, substitutes); fees are in pounds.
    """
    entrants = entrants_in(cup)
    short = short_of(cup, entrants, day) if inside else {}
    substitutes: dict[int, list[Substitute]] = {}
    came_in = Substitute.objects.filter(entrant__cup=cup).select_related("player__league", "instead_of__league")
    for row in came_in.order_by("on", "pk"):
        substitutes.setdefault(row.entrant_id, []).append(row)
    names = distinct_names(entrants)
    paid = sum(1 for each in entrants if each.paid_on)
    return {
        "rows": [(each, names[each.key], short.get(each.key, ()), substitutes.get(each.pk, ())) for each in entrants],
        "paid": paid * cup.fee,
        "due": (len(entrants) - paid) * cup.fee,
    }
