"""The facts about one match: its cards, what was said to them, and what it is played under."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from league.results.models import Answer, Photo, Result, Submission
from league.results.queries.appearances import counted
from league.results.values import Facts, MatchFacts, cups
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture
from league.schedule.values.matches import rules_for
from league.teams.queries.squads import last_day_of_season, squads_for_match
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Player, Squad
from scoring.card.playing_up import Loan


def facts_of(fixture: Fixture) -> Facts:
    """The facts about one match: two queries."""
    submissions = tuple(Submission.objects.filter(fixture=fixture).select_related("by").order_by("made_version"))
    for submission in submissions:
        submission.fixture = fixture  # with its teams, which are not to be asked for again
    answers = Answer.objects.filter(submission__fixture=fixture).select_related("by").order_by("at", "pk")
    return Facts(submissions, tuple(answers))


def squads_of(fixture: Fixture, on: date) -> tuple[Squad, Squad, tuple[Player, ...]]:
    """Both sides of a card and the league's other players: a squad is the team's, or the players entered by name."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away, elsewhere = squads_for_match(fixture.home.team, fixture.away.team, on)
    if not (fixture.home.slug or fixture.away.slug):
        return home, away, elsewhere
    sides = [_named_squad(entry, squad) for entry, squad in ((fixture.home, home), (fixture.away, away))]
    playing = {player.id for squad in sides for player in squad.players}
    others = {
        player.id: replace(player, tied_to=player.tied_to or squad.name)
        for squad in (home, away)
        for player in squad.players
    }
    others |= {player.id: player for player in elsewhere}
    return sides[0], sides[1], tuple(player for key, player in others.items() if key not in playing)


def _named_squad(entry: Entry, team: Squad) -> Squad:
    """Those entered by name, who may play whatever team they are with; a team's entry has its team's squad."""
    if not entry.slug:
        return team
    season = entry.division.competition.season
    players = entry.players.order_by("name", "pk")
    return Squad(str(entry.pk), entry.name, tuple(Player(str(each.pk), each.name, season.starts) for each in players))


def match_for(fixture: Fixture, *, rules: LeagueRules | None = None) -> Match:
    """What a card of this fixture is checked against: one query for the squads, and one for each entered by name.

    Needs division.competition.season and both entries with their teams; a bye has no match.
    """
    day = fixture.date or fixture.first_date
    return _match(fixture, rules or rules_for(fixture), day, squads_of(fixture, day))


def match_without_names(fixture: Fixture, *, rules: LeagueRules) -> Match:
    """What a card that names nobody is checked against, without a query: no clause asks for the squads of one."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away = (Squad(str(entry.pk), entry.name) for entry in (fixture.home, fixture.away))
    return _match(fixture, rules, fixture.date or fixture.first_date, (home, away, ()))


def _match(fixture: Fixture, rules: LeagueRules, day: date, squads: tuple[Squad, Squad, tuple[Player, ...]]) -> Match:
    home, away, elsewhere = squads
    if rules.playing_up is not None and elsewhere:
        elsewhere = with_loans(fixture, elsewhere)
    season = fixture.division.competition.season
    return Match(
        format=rules.format, scheme=rules.scheme, home=home, away=away, on=day,
        register_by=last_day_of_season(rules.registration.deadline, season.starts),
        eligible_after=rules.registration.eligible_after, on_the_night=rules.registration.on_the_night,
        registered_only=rules.registration.required, quick_allowed=rules.quick_allowed, elsewhere=elsewhere,
        playing_up=rules.playing_up, under_18=rules.under_18, protests_allowed=rules.protests.allowed,
        rule_numbers=rules.rule_numbers,
    )  # fmt: skip


# --- Everything about one match in one value --------------------------------------------------------------------------


def match_facts(fixture: Fixture) -> MatchFacts:
    """Everything about one match: five queries. Needs what `fixture_by_address` gives; a bye has no facts."""
    rules = rules_for(fixture)
    result = Result.objects.select_related("submission__by").filter(fixture=fixture).first()
    photos = Photo.objects.filter(fixture=fixture).select_related("by").order_by("at", "pk")
    return MatchFacts(fixture, rules, match_for(fixture, rules=rules), facts_of(fixture), result, tuple(photos))


def cards_of_matches(results: Sequence[Result]) -> dict[int, MatchFacts]:
    """What was sent for each match, by its key, to compare what the cards say of the games: one query, no squads."""
    sent: dict[int, list[Submission]] = {result.fixture_id: [] for result in results}
    for submission in Submission.objects.filter(fixture__in=sent).order_by("made_version") if sent else ():
        sent[submission.fixture_id].append(submission)
    return {result.fixture_id: _facts_without_names(result, tuple(sent[result.fixture_id])) for result in results}


def _facts_without_names(result: Result, sent: tuple[Submission, ...]) -> MatchFacts:
    fixture, rules = result.fixture, rules_for(result.fixture)
    return MatchFacts(fixture, rules, match_without_names(fixture, rules=rules), Facts(sent), result, ())


def needs_winner(fixture: Fixture) -> bool:
    """Whether one side of a match goes on: it is a tie of a cup, and no match of its groups."""
    return bool(fixture.stage) and not cups().is_group_match(fixture)


# --- How players of other teams stand to the two of a match -----------------------------------------------------------
def with_loans(fixture: Fixture, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players, who are tied to teams by name, each with how they stand to home and away; two queries."""
    season = fixture.division.competition.season
    league = Entry.objects.filter(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    )
    entries = {each.team.name: each for each in league.select_related("team", "division")}
    own = {each.id: entries[each.tied_to].team_id for each in players if each.tied_to in entries}
    rows = counted(season).filter(player__in=[int(key) for key in own]).values_list("player", "team", "result")
    # how many league matches each has played for other teams than their own
    times = Counter(str(player) for player, team, _ in rows.distinct() if team != own[str(player)])
    sides = [entries.get(side.team.name) for side in (fixture.home, fixture.away) if side is not None]
    return tuple(
        replace(each, loans=tuple(_loan(entries.get(each.tied_to or ""), side, each, times[each.id]) for side in sides))
        for each in players
    )


def _loan(own: Entry | None, side: Entry | None, player: Player, times: int) -> Loan | None:
    if own is None or side is None:
        return None
    same = own.team.venue_id == side.team.venue_id
    return Loan(own.team.name, same, side.division.rank < own.division.rank, times, nominated=player.nominated)
