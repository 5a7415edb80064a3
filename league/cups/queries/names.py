"""Who has entered a cup, and what they are called: for strangers, and on the honours board."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F, Prefetch

from league.cups.models import Cup, Entrant
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import Player


def entrants_in(cup: Cup) -> list[Entrant]:
    """Everybody on the list, in the order in which they entered, with entry, team and players: two queries."""
    rows = Entrant.objects.filter(cup=cup, withdrawn_at=None).select_related("entry__team__league", "venue", "by")
    players = Player.objects.select_related("league").defer("league__constitution").order_by("pk")
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


def _told_apart(entrants: Iterable[Entrant], names: dict[str, str]) -> dict[str, str]:
    times = Counter(names.values())
    shared = {each.key: f"{names[each.key]} ({each.entry.team})" for each in entrants if times[names[each.key]] > 1}
    return names | shared
