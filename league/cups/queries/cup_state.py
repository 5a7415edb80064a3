"""A cup as it stands (`CupSnapshot`): its facts, what its matches say besides, the bracket, and what cups came to."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.http import Http404
from django.utils.timezone import localdate

from league.base.ui.cache import page_cache
from league.cups.models import Cup, CupState, Entrant, EntrantKind, Fact, Honour, Round, Tie
from league.cups.presenters.bracket_tree import BracketPage, present_bracket
from league.cups.presenters.labels import round_name
from league.cups.presenters.openday import OpenDayPage, present_openday
from league.cups.presenters.ties import Days, TieToChase, present_tie, ties_to_chase
from league.cups.queries.entries import entrants_in, names_of
from league.cups.values import STAGES, CupSnapshot, LoggedFact, begins, for_draw, snapshot_from
from league.results.queries.tables import unquestioned
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Season
from league.schedule.queries.matches import with_shared_relations
from league.teams.models import Player, Team, decoded_once
from scoring import codec
from scoring.card.outcome import Outcome, award_tally
from scoring.card.sheet import Side
from scoring.season.knockout import draw
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.cups import Part, Shape
from scoring.words import ordinal


def cup_by_address(season_slug: str, cup_slug: str) -> Cup:
    """The cup at an address, with its season and league, in one query; else Http404."""
    cups: QuerySet[Cup] = Cup.objects.filter(
        division__competition__season__slug=season_slug,
        division__competition__slug=cup_slug,
        division__competition__kind=CompetitionKind.CUP,
    )
    cup = cups.select_related("division__competition__season__league").first()
    if cup is None:
        raise Http404(f"No cup {cup_slug} in season {season_slug}.")
    return cup


def snapshot_of(cup: Cup, at: datetime) -> CupSnapshot:
    """The cup at a moment, with what its matches say by then: two queries, one of them only once it has matches."""
    log = stored_facts(cup)
    drawn = cup.groups_by_card or any(begins(each.fact) for each in log)
    return snapshot_from(cup, log, ties_of(cup) if drawn else {}, at)


def cups_to_follow(at: datetime) -> list[Any]:
    """Drawn cups and play-offs whose matches have come to something since they were last followed: one query.
    Each has the `version` of its matches' results, and how many stand (`standing`) since nobody questioned them, which
    no version tells. A play-off's result may be taken back when it is over.
    """
    play_off = Q(division__competition__play_off_of__isnull=False)
    drawn = Cup.objects.filter(
        Q(state=CupState.DRAWN) | (play_off & Q(state=CupState.FINISHED)),
        play_off | Q(by_card=True) | Q(groups_by_card=True),
    )
    counted = drawn.annotate(
        version=F("division__competition__results_version"),
        standing=Count("ties", filter=unquestioned("ties__fixture__result", at)),
    )
    new = counted.exclude(followed_version=F("version"), followed_standing=F("standing"))
    return list(new.select_related("division__competition__season__league").order_by("pk"))


def ties_of(cup: Cup) -> Mapping[str, tuple[Tie, ...]]:
    """The matches of every tie by its id, with their results and both sides' entrants: one query."""
    return ties_by_cup([cup]).get(cup.pk, {})


def snapshots_of(cups: Sequence[Cup], at: datetime) -> list[CupSnapshot]:
    """Several cups as they stand: two queries, however many."""
    if not cups:
        return []
    log, ties = facts_by_cup(cups), _by_cup(_ties_with_results(cups))
    return [snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at) for cup in cups]


def ties_by_cup(cups: Sequence[Cup]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """The matches of several cups, as `ties_of` gives them of one: one query."""
    rows = _ties_with_results(cups).select_related(
        "fixture__league", "fixture__venue", "fixture__home__team", "fixture__away__team", "fixture__home__entrant",
        "fixture__away__entrant", "fixture__division__competition__season",
    )  # fmt: skip
    return _by_cup(with_shared_relations(rows))


def _ties_with_results(cups: Sequence[Cup]) -> QuerySet[Tie]:
    """With the numbers of both sides' entrants."""
    numbers = {
        f"{side}_number": Subquery(Entrant.objects.filter(entry=OuterRef(f"fixture__{side}")).values("number"))
        for side in ("home", "away")
    }
    rows: QuerySet[Tie] = Tie.objects.filter(cup__in=cups).annotate(**numbers)
    return rows.select_related("fixture__result__submission").order_by("tie", "attempt", "leg")


def _by_cup(rows: Iterable[Tie]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    ties: dict[int, dict[str, tuple[Tie, ...]]] = {}
    for row in rows:
        of_cup = ties.setdefault(row.cup_id, {})
        of_cup[row.tie] = (*of_cup.get(row.tie, ()), row)
    return ties


def entrants_of(cup: Cup) -> tuple[draw.Entrant, ...]:
    """Everybody on the list as a draw needs them: three queries."""
    places = places_of(cup)
    return tuple(for_draw(each, places) for each in entrants_in(cup))


def places_of(cup: Cup) -> Mapping[str, int]:
    """The place of each division of the season by its name, the highest 1: a draw may spare the higher ones."""
    divisions = Division.objects.filter(
        competition__season=cup.division.competition.season_id, competition__kind=CompetitionKind.LEAGUE
    )
    return dict(divisions.values_list("name", "rank"))


def stored_facts(cup: Cup) -> tuple[LoggedFact, ...]:
    """What was written down, in order: one query."""
    return facts_by_cup([cup]).get(cup.pk, ())


def facts_by_cup(cups: Sequence[Cup]) -> dict[int, tuple[LoggedFact, ...]]:
    """The same of several cups, by their keys: one query."""
    logs: dict[int, list[LoggedFact]] = {}
    rows = Fact.objects.filter(cup__in=cups).select_related("by").defer("body").order_by("cup", "number")
    for row in rows.annotate(text=Cast("body", TextField())):
        fact = decoded_once(codec.decode, row.text)
        logs.setdefault(row.cup_id, []).append(LoggedFact(row.number, fact, row.by, row.at))
    return {pk: tuple(log) for pk, log in logs.items()}


def days_of(cup: Cup) -> Days:
    """When each round of each part is to be played, by part and number: one query."""
    return days_by_cup([cup]).get(cup.pk, {})


def days_by_cup(cups: Iterable[Cup]) -> dict[int, Days]:
    """The same of several cups, by their keys: one query."""
    rounds_by_cup: dict[int, dict[tuple[str, int], Round]] = {}
    for row in Round.objects.filter(cup__in=list(cups)).select_related("night__venue", "night__season"):
        rounds_by_cup.setdefault(row.cup_id, {})[row.part, row.round] = row
    return dict(rounds_by_cup)


# --- What the pages of a cup read, in a fixed number of queries each --------------------------------------------------
def openday_page(cup: Cup, at: datetime) -> OpenDayPage:
    """The groups or rounds with names: three queries, however many they are, and one more where they have cards."""
    ties = ties_of(cup) if cup.groups_by_card else {}
    return present_openday(snapshot_from(cup, stored_facts(cup), ties, at), names_of(cup))


def to_chase(cup: Cup, at: datetime) -> tuple[TieToChase, ...]:
    """Ties that wait for a match, a date, or a result, those past their day first; five queries."""
    ties = ties_to_chase(snapshot_of(cup, at), days_of(cup), localdate(at), names_of(cup))
    return tuple(sorted(ties, key=lambda each: (not each.late, each.play_by or date.max)))


def bracket_page(cup: Cup, at: datetime) -> BracketPage | None:
    """The cup at a moment; None before its bracket is drawn. Five queries."""
    snapshot = snapshot_of(cup, at)
    if snapshot.bracket is None:
        return None
    rounds = Round.objects.filter(cup=cup).select_related("night")
    return present_bracket(cup, snapshot.bracket, names_of(cup), snapshot.ties, rounds)


def tie_page(cup: Cup, tie: str, at: datetime) -> dict[str, Any]:
    """One tie of a cup for its page, else Http404; seven queries."""
    snapshot = snapshot_of(cup, at)
    bracket_tie = next((each for each in snapshot.bracket.ties if each.id == tie), None) if snapshot.bracket else None
    if bracket_tie is None:
        raise Http404(f"No tie {tie} in {cup}.")
    entrants = {each.key: each for each in entrants_in(cup)}
    day = days_of(cup).get((bracket_tie.plan.part.value, bracket_tie.plan.round))
    return present_tie(snapshot, bracket_tie, names_of(cup), entrants=entrants, day=day, at=at)


# --- who won ----------------------------------------------------------------------------------------------------------
def winners_of(snapshot: CupSnapshot) -> dict[str, tuple[str, str]]:
    """The winner and the runner-up ("" for none) of the cup, and of its plate, by what its title ends with."""
    if snapshot.rules.shape in {Shape.ROUND_ROBIN, Shape.SWISS}:
        return {"": first_two(snapshot)}
    bracket = snapshot.bracket
    if bracket is None or bracket.champion is None:
        raise ValidationError("The final has no winner yet.")
    if bracket.conflicts:
        raise ValidationError("A tie was played by a side that should not have been in it. Decide that tie first.")
    pairs = {"": _finalists(bracket, (Part.FINAL, Part.MAIN))}
    if bracket.plate_winner is not None:
        pairs[" plate"] = _finalists(bracket, (Part.PLATE,))
    return pairs


def _finalists(bracket: Bracket, parts: tuple[Part, ...]) -> tuple[str, str]:
    """The winner and the loser ("" for none) of the last tie of the first part that there is."""
    for part in parts:
        ties = [tie for tie in bracket.ties if tie.plan.part is part and tie.state is not State.NOT_NEEDED]
        if ties:
            winner, loser = ties[-1].winner, ties[-1].loser
            return str(winner), loser if isinstance(loser, str) else ""
    return "", ""


# --- play-offs, for the table -----------------------------------------------------------------------------------------
DECIDED = (State.PLAYED, State.WALKOVER)
NOTHING = (Fraction(0), Fraction(0))  # a play-off earns no points


def play_offs_decided(division: Division, at: datetime) -> Iterator[Outcome]:
    """Each decided tie as an outcome between teams by their keys as text: four queries, one without a play-off.
    Its id is that of its last match, if it has one: so it stands over the card of that match.
    """
    cups = list(Cup.objects.filter(division__competition__play_off_of=division).order_by("pk"))
    if not cups:
        return
    log, ties = facts_by_cup(cups), ties_by_cup(cups)
    rows = Entrant.objects.filter(cup__in=cups).select_related("entry").order_by("pk")
    for cup in cups:
        teams = {row.key: str(row.entry.team_id) for row in rows if row.cup_id == cup.pk}
        snapshot = snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at)
        for tie in snapshot.bracket.ties if snapshot.bracket else ():
            if tie.state in DECIDED and tie.first in teams and tie.second in teams:
                on = localdate(max(each.at for each in snapshot.about(tie)))
                match = next(reversed(snapshot.ties.get(tie.id, ())), None)
                name = str(match.fixture_id) if match else f"{cup.pk}/{tie.id}"
                winner = Side.HOME if tie.winner == tie.first else Side.AWAY
                # Of several legs the last: a decider says more than what was level before it.
                games = tie.scores[max(tie.scores)] if tie.scores else (0, 0)
                tally = award_tally(winner=winner, games=games, points=NOTHING)
                yield Outcome(name, teams[str(tie.first)], teams[str(tie.second)], on, tally)


# --- what one player has done -----------------------------------------------------------------------------------------
TO_THE_TROPHY = (Part.MAIN, Part.FINAL)
TOTALS = {"played": "played", "won": "won", "titles": "winner"}


@dataclass(frozen=True, slots=True)
class CupRun:
    """How far an entrant came: the ids of the ties it played and of those among them that it won."""

    played: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    reached: str = ""
    winner: bool = False


def cup_record(player: Player, at: datetime) -> dict[str, Any]:
    """A player's cups at a moment, the latest season first, and what they add up to; empty without any.
    Each of the `lines` has the `cup`, the name of their entry, and how far they came. At most four queries.
    """
    mine = Q(entry__players=player) | Q(substitutes__player=player)  # with their name on it, or as a substitute
    own, teams = list(_entrants().filter(mine).distinct().order_by("pk")), _of_teams(player)
    by_cup = {each.cup_id: each for each in own} | {each.cup_id: each for each in teams}
    keys = {each.key for each in (*own, *teams)}
    runs = _runs([each.cup for each in by_cup.values()], {pk: each.last for pk, each in by_cup.items()}, at, keys)  # type: ignore[attr-defined]
    came = [(each, runs[each.cup_id].get(each.key, CupRun())) for each in own]
    for each, ties in teams.items():
        run = runs[each.cup_id].get(each.key, CupRun())
        played, won = (tuple(tie for tie in ids if tie in ties) for ids in (run.played, run.won))
        came.append((each, replace(run, played=played, won=won)))
    came.sort(key=lambda pair: (pair[0].cup.season.starts, pair[0].cup.name), reverse=True)
    lines: list[dict[str, Any]] = [
        {
            "cup": entrant.cup, "entered": entrant.entry.name, "played": len(run.played), "won": len(run.won),
            "reached": run.reached, "winner": run.winner,
        }
        for entrant, run in came
    ]  # fmt: skip
    totals = {name: sum(line[key] for line in lines) for name, key in TOTALS.items()}
    return {"lines": lines} | totals if lines else {}


def _entrants() -> QuerySet[Entrant]:
    """With their cups, and the number of the last fact about each."""
    rows: QuerySet[Entrant] = Entrant.objects.select_related("cup__division__competition__season__league", "entry")
    facts = Fact.objects.filter(cup=OuterRef("cup")).order_by("-number").values("number")
    rules = (f"cup__division__{each}rules" for each in ("", "competition__", "competition__season__league__"))
    return with_shared_relations(rows.defer(*rules).annotate(last=Subquery(facts[:1])))


def _of_teams(player: Player) -> dict[Entrant, tuple[str, ...]]:
    """The entries of teams for which they were on a card, each with the ids of those ties."""
    ties: dict[int, list[str]] = {}
    rows = Tie.objects.filter(cup__kind=EntrantKind.TEAM, fixture__result__appearances__player=player)
    columns = rows.values_list(
        "tie", "fixture__result__appearances__team_id", "fixture__home__team_id", "fixture__home__entrant",
        "fixture__away__entrant",
    )  # fmt: skip
    for tie, team, home_team, home, away in columns.distinct():
        ties.setdefault(home if team == home_team else away, []).append(tie)
    entrants = _entrants().filter(pk__in=[pk for pk in ties if pk]).order_by("pk") if ties else ()
    return {each: tuple(ties[each.pk]) for each in entrants}


def _runs(
    cups: list[Cup], last: Mapping[int, int | None], at: datetime, wanted: Collection[str]
) -> dict[int, Mapping[str, CupRun]]:
    """How far these entrants came in each cup, by its key and theirs; of what is over, everybody, for others to ask."""
    keys = {cup.pk: f"cup-outcomes:{cup.pk}:{last[cup.pk]}:{cup.competition.results_version}" for cup in cups}
    finished = [cup for cup in cups if cup.state == CupState.FINISHED]
    cached = page_cache.get_many([keys[cup.pk] for cup in finished])
    runs = {cup.pk: cached[keys[cup.pk]] for cup in finished if keys[cup.pk] in cached}
    fresh = [cup for cup in cups if cup.pk not in runs]
    for snapshot in snapshots_of(fresh, at):
        over = snapshot.cup.state == CupState.FINISHED
        runs[snapshot.cup.pk] = runs_in(snapshot, None if over else wanted)
        if over:
            page_cache.set(keys[snapshot.cup.pk], runs[snapshot.cup.pk], None)
    return runs


def runs_in(snapshot: CupSnapshot, wanted: Collection[str] | None = None) -> dict[str, CupRun]:
    """How far entrants came in one cup, everybody or those wanted: in its groups or rounds, then in its bracket."""
    runs, bracket = _staged(snapshot) if snapshot.rules.shape in STAGES else {}, snapshot.bracket
    for tie in bracket.ties if bracket else ():
        for seat in (tie.first, tie.second):
            if bracket is None or not isinstance(seat, str) or (wanted is not None and seat not in wanted):
                continue
            run, played = runs.get(seat, CupRun()), (tie.id,) * (tie.state is State.PLAYED)
            reached = run.reached
            if tie.plan.part in TO_THE_TROPHY and tie.state is not State.NOT_NEEDED:
                reached = round_name(bracket, tie.plan.part, tie.plan.round)
            won = played if tie.winner == seat else ()
            runs[seat] = CupRun((*run.played, *played), (*run.won, *won), reached, bracket.champion == seat)
    return runs


def _staged(snapshot: CupSnapshot) -> dict[str, CupRun]:
    """How everybody did in groups or rounds; who has no knockout after them reached a place."""
    day = snapshot.day
    runs: dict[str, CupRun] = {}
    for table in day.tables:
        played = [match for match in table.matches if match.score is not None]
        for row in table.rows:
            mine = [match for match in played if row.player in {match.first, match.second}]
            runs[row.player] = CupRun(
                tuple(match.id for match in mine),
                tuple(match.id for match in mine if match.winner == row.player),
                f"Group {table.number}" if snapshot.rules.shape is Shape.GROUPS else ordinal(row.place),
                day.winner == row.player,
            )
    return runs


def first_two(snapshot: CupSnapshot) -> tuple[str, str]:
    """Who won a round robin or a Swiss event, and who came second, "" if that is shared; ValidationError while open."""
    day = snapshot.day
    if not day.over:
        raise ValidationError("Not all matches have been played.")
    if day.winner is None:
        raise ValidationError("The first place is shared. Decide the order of those who are level first.")
    table = day.tables[0]
    second = [row for row in table.rows if row.player not in table.gone and row.player != day.winner]
    shared = len(second) > 1 and second[0].place == second[1].place
    return day.winner, second[0].player if second and not shared else ""


# --- the honours board ------------------------------------------------------------------------------------------------
Lines = list[Honour]  # under one heading
Sections = list[tuple[str, list[tuple[str, Lines]]]]  # a decade with its years, or a trophy with its decades


def honours() -> QuerySet[Honour]:
    """Every line, the latest first. Players under 18 are led to from nowhere."""
    grown = Player.objects.filter(under_18=False)
    rows: QuerySet[Honour] = Honour.objects.select_related("team").prefetch_related(Prefetch("players", grown))
    return _by_season(rows)


def _by_season(rows: QuerySet[Honour]) -> QuerySet[Honour]:
    seasons = Season.objects.filter(league=OuterRef("league"), ends__year=OuterRef("year"))
    named = seasons.exclude(starts__year=OuterRef("year")).order_by("-ends", "pk").values("name")
    over_new_year = Exists(Season.objects.filter(league=OuterRef("league"), ends__year__gt=F("starts__year")))
    return rows.annotate(season_name=Subquery(named[:1]), over_new_year=over_new_year).order_by("-year", "title", "pk")


def honours_of(*, player: Player | None = None, team: Team | None = None) -> list[Honour]:
    """What a player or a team has won, the latest first: one query."""
    theirs = Honour.objects.filter(team=team) if player is None else Honour.objects.filter(players=player)
    return list(_by_season(theirs))


def by_year(rows: Iterable[Honour]) -> Sections:
    return [(decade, _grouped(of_decade, attrgetter("shown_year"))) for decade, of_decade in _by_decade(rows)]


def by_trophy(rows: Iterable[Honour]) -> Sections:
    """Trophy by trophy in the order of their names, and within each decade by decade."""
    trophies = sorted(_grouped(rows, attrgetter("title")), key=lambda each: each[0].casefold())
    return [(title, _by_decade(of_title)) for title, of_title in trophies]


def _grouped(rows: Iterable[Honour], heading: Callable[[Honour], str]) -> list[tuple[str, Lines]]:
    groups: dict[str, Lines] = {}
    for row in rows:
        groups.setdefault(heading(row), []).append(row)
    return list(groups.items())


def _by_decade(rows: Iterable[Honour]) -> list[tuple[str, Lines]]:
    return _grouped(rows, decade_of)


def decade_of(row: Honour) -> str:
    return f"{row.year // 10 * 10}s"
