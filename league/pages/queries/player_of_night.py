"""The player of a night as everybody may read it: who, for which team, what they did, and in which matches.

Players under 18 are left out before anybody is chosen; `scoring.season.stats.night` does the choosing. Cup ties are not
counted.
"""

from dataclasses import dataclass
from datetime import date

from league.pages.presenters.match_lists import MatchLine
from league.pages.queries.nights import WhoIsWhere
from league.pages.queries.player_page import players_by_key
from league.results.queries import outings_in
from league.teams.models import League, Player, Team
from league.ui import words
from scoring.season.stats.night import PlayerNight, best_of_night


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """One player of the night: what they did, and the matches in which they did it."""

    player: Player
    team: Team
    did: PlayerNight
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class PlayerOfNight:
    """Who it is, several where nothing tells them apart. `so_far`: a match of the night has no result yet."""

    day: date
    players: tuple[NightPlayer, ...]
    so_far: bool

    @property
    def title(self) -> str:
        """As in "Player of the night", "Players of the night so far"."""
        return f"Player{'s' if len(self.players) > 1 else ''} of the night{' so far' if self.so_far else ''}"

    @property
    def names(self) -> str:
        """As in "H Goy", "H Goy and E Birtles"."""
        *first, last = [each.player.public_name for each in self.players]
        return f"{', '.join(first)} and {last}" if first else last

    @property
    def feat(self) -> str:
        """As in "won 2 of 2 games, by 34 pegs"."""
        did = self.players[0].did
        by = f", by {did.margin} peg{'' if did.margin == 1 else 's'}" if did.margin and did.margin > 0 else ""
        return f"won {did.won} of {did.played} games{by}"

    @property
    def team(self) -> Team | None:
        """The team of all of them; None for players of several."""
        teams = {each.team for each in self.players}
        return teams.pop() if len(teams) == 1 else None


def player_of_night(league: League, shown: WhoIsWhere) -> PlayerOfNight | None:
    """Who it is; None before a card of the night counts. A fixed number of queries."""
    if shown.season is None:
        return None
    young = {str(key) for key in Player.objects.filter(league=league, under_18=True).values_list("pk", flat=True)}
    best = best_of_night(outings_in([shown.season]), shown.day, without=young)
    if not best:
        return None
    names = players_by_key(league, {each.player for each in best})
    teams = {str(each.pk): each for each in Team.objects.filter(pk__in={int(each.team) for each in best})}
    lines = {str(line.fixture.pk): line for pub in shown.pubs for line in pub.lines}
    return PlayerOfNight(
        shown.day,
        tuple(
            NightPlayer(
                names[each.player],
                teams[each.team],
                each,
                tuple(lines[match] for match in each.matches if match in lines),
            )
            for each in best
        ),
        so_far=any(not line.over for line in lines.values()),
    )


def link_to_player_of_night(found: PlayerOfNight) -> words.LinkWords:
    """What a link to the page says."""
    what = f": {found.title[0].lower()}{found.title[1:]}, {words.night(found.day)}"
    team = [" (", words.ProperName(found.team), ")"] if found.team else []
    return words.LinkWords(
        words.within(words.LINK_TITLE, words.ProperName(found.names), what),
        words.within(words.LINK_WORDS, words.ProperName(found.names), *team, f" {found.feat}"),
    )
