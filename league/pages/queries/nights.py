"""One night: who is where, what is sent to others of it, who played best, and its week for the local paper."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Max, Min, Q, QuerySet
from django.utils.timezone import localdate

from league.base.ui import formats
from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, within, within_list
from league.matchnight.queries.match_state import live_scores
from league.pages.queries.match_lists import (
    DASH,
    MatchLine,
    division_order,
    league_matches,
    match_line,
    match_lines,
    of_teams,
    season_fixtures,
)
from league.pages.queries.players import players_by_key
from league.results.queries.appearances import outings_in
from league.results.queries.tables import Standings, divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Division, Fixture, Season
from league.schedule.queries.matches import current_season, in_week, whole_fixtures
from league.schedule.queries.seasons import still_in
from league.teams.models import Closure, League, Player, Team, Venue
from scoring.season.outings import Outing, PlayerNight, best_of_night
from scoring.words import join_list, several

WEEK = timedelta(days=7)
Night = tuple[date, Sequence[MatchLine]]


@dataclass(frozen=True, slots=True)
class WhoIsWhere:
    """`pubs` with a match: `closed` is the reason ("" for none given, None if open), `full` with too few boards."""

    day: date
    season: Season | None
    pubs: list[dict[str, Any]]
    idle: list[Venue]
    shut: list[tuple[Venue, str]]
    byes: list[Fixture]
    gone: list[MatchLine]
    blackouts: QuerySet[Blackout]
    earlier: date | None
    later: date | None

    @property
    def matches(self) -> int:
        return len(self.lines)

    @property
    def lines(self) -> tuple[MatchLine, ...]:
        return tuple(line for pub in self.pubs for line in pub["lines"])


def who_is_where(league: League, day: date, at: datetime) -> WhoIsWhere:
    at_any_time = whole_fixtures().select_related("result").filter(Q(date=day) | Q(first_date=day), league=league)
    fixtures = at_any_time.order_by("venue__name", "venue_id", "division__rank", "home__name", "pk")
    season = season_of_day(league, day)
    closed = dict(Closure.objects.filter(first__lte=day, last__gte=day).values_list("venue", "reason"))
    playing = [each for each in fixtures if each.away_id and each.date == day and each.state != FixtureState.VOID]
    pubs = _pubs(playing, closed, at)
    busy = {pub["venue"].pk for pub in pubs}
    others = [venue for venue in _venues(league, season, day) if venue.pk not in busy]
    nights = Fixture.objects.filter(league=league, away__isnull=False).exclude(state=FixtureState.VOID)
    beside = nights.aggregate(earlier=Max("date", filter=Q(date__lt=day)), later=Min("date", filter=Q(date__gt=day)))
    return WhoIsWhere(
        day=day,
        season=season,
        pubs=pubs,
        idle=[venue for venue in others if venue.pk not in closed],
        shut=[(venue, closed[venue.pk]) for venue in others if venue.pk in closed],
        byes=[each for each in fixtures if each.away_id is None and each.state != FixtureState.VOID],
        gone=[match_line(each, at) for each in fixtures if each.away_id and each.moved and each.first_date == day],
        blackouts=Blackout.objects.filter(season=season, first__lte=day, last__gte=day).order_by("first", "pk"),
        **beside,
    )


def _pubs(playing: Sequence[Fixture], closed: dict[int, str], at: datetime) -> list[dict[str, Any]]:
    live, pubs = live_scores(playing), []
    for venue, fixtures in groupby(playing, lambda fixture: fixture.venue):
        lines, why = match_lines(fixtures, at, live), closed.get(venue.pk)
        full = len(lines) > (0 if why is not None else venue.boards)
        pubs.append({"venue": venue, "lines": lines, "closed": why, "full": full})
    return pubs


def _venues(league: League, season: Season | None, day: date) -> list[Venue]:
    entered = Q(teams__entries__division__competition__season=season) & still_in(day, "teams__entries__")
    venues = list(Venue.objects.filter(entered).distinct().order_by("name", "pk"))
    for each in venues:
        each.league = league  # known already, and read by its address
    return venues


def link_to_night(shown: WhoIsWhere) -> LinkPreview:
    lines, day = sorted(shown.lines, key=division_order), formats.night(shown.day)
    results = [each for each in lines if each.score]
    if not lines:
        return LinkPreview(f"No matches on {day}", "Who plays where, night by night")
    if not results:
        title = f"{day}: {several(len(lines), 'match')} at {several(len(shown.pubs), 'pub')}"
        return LinkPreview(title, within_list(LINK_TEXT, (str(each.fixture) for each in lines)))
    more = f" and {len(results) - 1} more" if len(results) > 1 else ""
    title = within(LINK_TITLE, f"{day}: ", *results[0].score_parts, more)
    return LinkPreview(title, within_list(LINK_TEXT, ("".join(each.score_parts) for each in results)))


# --- which night ------------------------------------------------------------------------------------------------------
def season_of_day(league: League, day: date) -> Season | None:
    """The season whose days this is one of, else the one that the league is in."""
    within = Season.objects.filter(league=league, starts__lte=day, ends__gte=day)
    return within.order_by("-current", "starts", "pk").first() or current_season(league)


def _played_on(season: Season) -> QuerySet[Fixture]:
    of_season = {"division__competition__season": season, "date__isnull": False, "away__isnull": False}
    return Fixture.objects.filter(**of_season).exclude(state=FixtureState.VOID)


def night_to_show(season: Season, today: date) -> date | None:
    """Tonight or the next night with matches, else the last."""
    nights = _played_on(season).aggregate(coming=Min("date", filter=Q(date__gte=today)), last=Max("date"))
    return nights["coming"] or nights["last"]


def last_night(season: Season, monday: date, today: date) -> date | None:
    """The last night with matches of a week, up to today; where all are to come, the first."""
    week = _played_on(season).filter(date__range=(monday, monday + timedelta(days=6)))
    nights = week.aggregate(last=Max("date", filter=Q(date__lte=today)), first=Min("date"))
    return nights["last"] or nights["first"]


# --- a night to send to others ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NightNews:
    night: Night
    coming: list[Night]
    tables: list[tuple[Division, Standings]]

    def message(self, league: League, address: str) -> tuple[str, str]:
        """Results with tables, and fixtures to come, as WhatsApp formats them; "" for none."""
        day, lines = self.night
        matches, scored = list(_by_division(lines)), any(each.score for each in of_teams(lines))
        parts = [
            f"*{league.short_name}, {formats.night(day)}*",
            *(_block(name, rows) for name, rows in matches),
            *(
                _block(f"{each.name}: points (played)", _table(table))
                for each, table in self.tables
                if scored and table.rows
            ),
            address,
        ]
        return "\n\n".join(parts) if matches else "", fixtures_message(self.coming)


def news_of(night: WhoIsWhere, league: League, at: datetime) -> NightNews:
    later = night.later
    coming = nights_between(league, max(later, localdate(at)), later + WEEK, at) if later else []
    shown = list(divisions()) if night.season and night.season.current else []
    standings = tables(shown, at)
    return NightNews((night.day, night.lines), coming, [(each, standings[each.pk]) for each in shown])


def nights_between(league: League, first: date, until: date, at: datetime) -> list[Night]:
    rows = league_matches(league).filter(date__gte=first, date__lt=until).exclude(state=FixtureState.VOID)
    lines = match_lines(rows.order_by("date", "division__rank", "home__name", "pk"), at)
    return [(day, list(of_day)) for day, of_day in groupby(lines, lambda each: each.fixture.date) if day]


def fixtures_message(nights: Sequence[Night]) -> str:
    coming = [(day, list(_by_division(lines, venue=True))) for day, lines in nights]
    parts = [
        "\n\n".join([f"*{formats.night(day)}*", *(_block(name, rows) for name, rows in matches)])
        for day, matches in coming
        if matches
    ]
    return "\n\n".join(parts).replace("*", "*Next: ", 1)


def _by_division(lines: Iterable[MatchLine], *, venue: bool = False) -> Iterator[tuple[str, list[str]]]:
    for name, rows in groupby(of_teams(lines), lambda each: each.fixture.occasion):
        yield name, [_match(each, venue=venue) for each in rows]


def _match(match_line: MatchLine, *, venue: bool) -> str:
    score = DASH.join(map(str, match_line.games)) if match_line.games else "v"
    line = f"{match_line.fixture.home.name} {score} {match_line.fixture.away}"
    besides = [match_line.tag[1].lower()] if match_line.tag else []
    if venue and match_line.fixture.venue:
        besides.append(match_line.fixture.venue.name)
    return formats.one_line(f"{line} ({', '.join(besides)})" if besides else line)


def _table(standings: Standings) -> list[str]:
    return [
        formats.one_line(f"{each.row.place}. {each.name} {formats.points(each.row.points)} ({each.row.played})")
        for each in standings.rows
    ]


def _block(heading: str, rows: Sequence[str]) -> str:
    return "\n".join([f"*{formats.one_line(heading)}*", *rows])


# --- the player of a night --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayerOfNight:
    """Several players where nothing tells them apart; `did` is what each of them did."""

    day: date
    players: list[tuple[Player, Team]]
    did: PlayerNight
    so_far: bool

    @property
    def title(self) -> str:
        """As in "Player of the night", "Players of the night so far"."""
        return f"Player{'s' if len(self.players) > 1 else ''} of the night{' so far' if self.so_far else ''}"

    @property
    def names(self) -> str:
        """As in "H Goy", "H Goy and E Birtles"."""
        return join_list(player.public_name for player, _ in self.players)

    @property
    def feat(self) -> str:
        """As in "won 2 of 2 games, by 34 pegs"."""
        by = f", by {several(self.did.margin, 'peg')}" if self.did.margin and self.did.margin > 0 else ""
        return f"won {self.did.won} of {self.did.played} games{by}"

    @property
    def team(self) -> Team | None:
        """None for players of several teams."""
        teams = {team for _, team in self.players}
        return teams.pop() if len(teams) == 1 else None


def player_of_night(league: League, shown: WhoIsWhere) -> PlayerOfNight | None:
    """None before a card of the night counts; cup ties and players under 18 are left out."""
    if shown.season is None:
        return None
    young = {str(key) for key in Player.objects.filter(league=league, under_18=True).values_list("pk", flat=True)}
    best = best_of_night(outings_in([shown.season]), shown.day, without=young)
    if not best:
        return None
    names = players_by_key(league, {each.player for each in best})
    teams = {str(each.pk): each for each in Team.objects.filter(pk__in={int(each.team) for each in best})}
    players = [(names[each.player], teams[each.team]) for each in best]
    return PlayerOfNight(shown.day, players, best[0], so_far=any(not line.over for line in shown.lines))


# --- a week as the local paper prints it ------------------------------------------------------------------------------
Cleaned = dict[tuple[str, str, int], list[Outing]]  # those who won all their games, by match, team and line


@dataclass(frozen=True, slots=True)
class _Week:
    league: League
    monday: date
    at: datetime
    clean: Cleaned
    names: Mapping[str, Player]


def press_report(league: League, season: Season, monday: date, at: datetime) -> str:
    shown = list(divisions())
    fixtures = in_week(season_fixtures(season), monday).prefetch_related("home__players", "away__players")
    matches: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        matches.setdefault(fixture.division_id, []).append(fixture)
    standing, clean = tables(shown, at), _clean(season, (each.pk for rows in matches.values() for each in rows))
    names = players_by_key(league, {each.player for outings in clean.values() for each in outings})
    week = _Week(league, monday, at, clean, names)
    until = formats.night(monday + timedelta(days=6), year=True)
    parts = [f"{league.name.upper()}\nWeek from {formats.night(monday)} to {until}"]
    parts += [_part(each.name, matches.pop(each.pk, []), week, standing[each.pk]) for each in shown]
    parts += [_part(rows[0].division.competition.name, rows, week) for rows in matches.values()]
    return "\n\n".join(parts) + "\n"


def _part(title: str, fixtures: list[Fixture], week: _Week, standing: Standings | None = None) -> str:
    """A division with its table, or a cup: results, who has not reported, what was struck out, who was idle."""
    sides = {each.pk: names for each in fixtures if each.away_id and (names := _sides(each, week.league))}
    lines = [match_line(each, week.at) for each in fixtures if each.pk in sides]
    results = [result for line in lines if (result := _result(line, sides[line.fixture.pk], week.monday))]
    text = [title.upper(), *([f"{'; '.join(results)}."] if results else [])]
    awaited = [each for each in lines if each.tag and each.tag[0] in {"awaited", "disputed"} and not each.score]
    void = [each for each in lines if each.fixture.state == FixtureState.VOID or each.tag == ("settled", "Void")]
    for heading, listed in (("Result awaited", awaited), ("Void", void)):
        if listed:
            text.append(f"{heading}: {'; '.join(' v '.join(sides[line.fixture.pk]) for line in listed)}.")
    idle = [each.home.name for each in fixtures if each.away_id is None and each.state != FixtureState.VOID]
    if idle:
        text.append(f"No match: {', '.join(idle)}.")
    if len(text) == 1:
        text.append("No results this week.")
    played = [line.fixture for line in lines]
    return "\n".join([*text, *_winners(played, week), *(_short_table(standing) if standing else ())])


def _sides(fixture: Fixture, league: League) -> list[str]:
    """Both sides as the paper names them; none where somebody under 18 plays by name."""
    names = []
    for entry in filter(None, (fixture.home, fixture.away)):
        players = list(entry.players.all())
        for player in players:
            player.league = league  # known already, and read by public_name
        if any(player.under_18 for player in players):
            return []
        in_pair = 0 < len(players) < 3
        names.append(" & ".join(player.public_name for player in players) if in_pair else entry.name)
    return names


def _result(line: MatchLine, sides: list[str], monday: date) -> str:
    """One match run in; "" while there is nothing to print."""
    (home, away), day = sides, line.fixture.date
    if day is None or not monday <= day < monday + WEEK:
        return f"{home} R/A {away}"
    if line.score is None or line.tag == ("settled", "Void"):
        return ""
    word = f" ({line.tag[1].lower()})" if line.unusual and line.tag else ""
    return f"{home} {line.score[0]}, {away} {line.score[1]}{word}"


def _clean(season: Season, fixtures: Iterable[int]) -> Cleaned:
    """Who won every game of a line of several, in these matches: one query."""
    wanted, clean_outings = {str(key) for key in fixtures}, Cleaned()
    for each in outings_in([season]):
        if each.match in wanted and each.won > 1 and not each.lost:
            clean_outings.setdefault((each.match, each.team, each.line), []).append(each)
    return clean_outings


def _winners(fixtures: list[Fixture], week: _Week) -> Iterator[str]:
    """Lines like "3–0 table winners: H Goy & R Harris (Crown A)", the most games first."""
    sides = {
        (str(each.pk), str(side.team_id)): side.name for each in fixtures for side in (each.home, each.away) if side
    }
    sentences: dict[tuple[int, str], list[str]] = {}
    for (match, team, _), outings in sorted(week.clean.items()):
        players = [week.names[each.player] for each in outings if each.player in week.names]
        who = " & ".join(each.public_name for each in players if not each.under_18)
        if who and (match, team) in sides:
            noun = "table winners" if outings[0].players > 1 else "winners"
            sentences.setdefault((outings[0].won, noun), []).append(f"{who} ({sides[match, team]})")
    for (won, noun), who_won in sorted(sentences.items(), reverse=True):
        yield f"{won}{DASH}0 {noun} {DASH} {', '.join(sorted(who_won))}"


def _short_table(standing: Standings) -> Iterator[str]:
    if not standing.rows:
        return
    lines = [(each.name, str(each.row.played), formats.points(each.row.points)) for each in standing.rows]
    lines.insert(0, ("", "P", "Pt"))
    wide, played, points = (max(len(line[column]) for line in lines) for column in range(3))
    yield ""
    for line in lines:
        yield f"{line[0]:<{wide}}  {line[1]:>{played}}  {line[2]:>{points}}"
