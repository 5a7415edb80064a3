"""Seasons: started, opened, given rules of their own, closed with their final tables, and carried on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, Min, OuterRef, ProtectedError, Q, Subquery
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import night
from league.schedule.actions.divisions import add_division, make_entry, place_teams
from league.schedule.actions.locking import bump_version, lock_competition, record_season_action
from league.schedule.choices import CompetitionKind, FixtureState, Movement
from league.schedule.models import Blackout, Competition, Division, Entry, FinalTable, Fixture, Placement, Season, Wish
from league.schedule.queries.move_rules import rules_of
from league.schedule.values.matches import before_split
from league.schedule.values.task import MEETINGS
from league.teams.models import League, Team
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.season.schedule.offers import MoveRules

# What a division of a new season has from the one that it follows.
COPIED = (
    "rank", "name", "slug", "legs", "promoted", "relegated", "night", "second_half", "min_gap_days", "pref_gap_days",
    "max_run", "min_rest_days", "rules",
)  # fmt: skip


def start_season(
    *, league: League, name: str, starts: day, halfway: day, ends: day, by: User, at: datetime,
    like: Season | None = None, division: str = "",
) -> Season:  # fmt: skip
    """A new season with its league competition, under the league's rules of today; not yet the current one.

    It begins with the divisions and active teams of `like`, or with one `division` of all teams unless it is over.
    """
    slug = slugify(name.replace("/", "-"))
    if not slug or slug == "new":
        raise ValidationError({"name": "Give the season a name with its years, such as 2027-28."})
    season = Season(league=league, name=name, slug=slug, starts=starts, halfway=halfway, ends=ends)
    with write_tx():
        if Season.objects.filter(league=league, slug=season.slug).exists():
            raise ValidationError({"name": f"There is a season called {name} already."})
        save_checked(season)
        before = Competition.objects.filter(season=like, kind=CompetitionKind.LEAGUE).first() if like else None
        competition = Competition(
            season=season,
            kind=CompetitionKind.LEAGUE,
            name="League",
            slug="league",
            rules=league.rules,
            moving=before.moving if before else {},
        )
        save_checked(competition)
        if like is not None:
            copy_divisions(competition, _active_teams(like))
        text = f"Season {season} set up, {night(starts)} to {night(ends)}."
        _record(season, "start_season", text, by, at, after=_days(season))
        if division.strip():
            _put_all_in(competition, division.strip(), by, at)
    return season


def change_season(*, season: Season, name: str, starts: day, halfway: day, ends: day, by: User, at: datetime) -> Season:
    """Another name or other days; the address stays. Matches that are in the list must stay inside the season."""
    with write_tx():
        locked = _lock(season)
        before = _days(locked)
        dated = Fixture.objects.filter(division__competition__season=locked).exclude(date=None)
        first, last = dated.aggregate(first=Min("date"), last=Max("date")).values()
        if first and first < starts:
            raise ValidationError({"starts": f"A match is arranged for {night(first)}."})
        if last and last > ends:
            raise ValidationError({"ends": f"A match is arranged for {night(last)}."})
        locked.name, locked.starts, locked.halfway, locked.ends = name, starts, halfway, ends
        save_checked(locked)
        for competition in locked.competitions.all():
            bump_version(competition)
        _record(locked, "change_season", f"Season {locked} changed.", by, at, before=before, after=_days(locked))
    return locked


def open_season(*, season: Season, by: User, at: datetime) -> Season:
    """Make this the season that the league is in: the one that its pages show.

    Teams that were renamed since they entered play it under the names they have now, unless it has results already.
    """
    with write_tx():
        league = League.objects.select_for_update(of=("self",)).get(pk=season.league_id)
        before = Season.objects.filter(league=league, current=True).exclude(pk=season.pk).first()
        Season.objects.filter(league=league, current=True).update(current=False)
        opened: Season = Season.objects.get(pk=season.pk)
        opened.current = True
        save_checked(opened)
        entered = Entry.objects.filter(division__competition__season=opened, division__competition__frozen_at=None)
        entered = entered.filter(slug="")  # a pair or a player in a cup goes by another name than the team's
        entered.update(name=Subquery(Team.objects.filter(pk=OuterRef("team")).values("name")))
        record(
            verb="open_season", words=f"The league is now in season {opened}.", at=at, by=by, league_id=league.pk,
            about=(opened, before) if before else (opened,), before={"season": before.name} if before else None,
            after={"season": opened.name},
        )  # fmt: skip
    return opened


def _put_all_in(competition: Competition, name: str, by: User, at: datetime) -> None:
    """One division with every team of the league that plays; without any where the season is over."""
    division = add_division(competition=competition, name=name, by=by, at=at)
    if competition.season.ends < localdate(at):
        return
    teams = Team.objects.filter(league=competition.season.league_id, active=True).order_by("name", "pk")
    place_teams(competition=competition, places=dict.fromkeys(teams, division), by=by, at=at)


def _days(season: Season) -> dict[str, str]:
    return {
        "name": season.name,
        "first day": season.starts.isoformat(),
        "end of first half": season.halfway.isoformat(),
        "last day": season.ends.isoformat(),
    }


def _active_teams(season: Season) -> dict[Division, list[Team]]:
    divisions = before_split(
        Division.objects.filter(competition__season=season, competition__kind=CompetitionKind.LEAGUE)
    )
    entries = Entry.objects.filter(division__in=divisions, team__active=True, withdrawn_on=None).select_related("team")
    teams: dict[int, dict[int, Team]] = {}  # of a division that was split, once
    for entry in entries.order_by("pk"):
        teams.setdefault(divisions[entry.division_id].pk, {})[entry.team_id] = entry.team
    return {division: [*teams.get(division.pk, {}).values()] for division in divisions.values()}


def copy_divisions(competition: Competition, places: Mapping[Division, Sequence[Team]]) -> dict[int, Entry]:
    """Divisions like those of an earlier season, with these teams on their own nights; the new entries by team."""
    entries = Entry.objects.filter(division__in=[division.pk for division in places], slug="")
    nights = dict(entries.values_list("team", "night"))
    made = {}
    for old in sorted(places, key=lambda division: (division.rank, division.pk)):
        new = save_checked(Division(competition=competition, **{name: getattr(old, name) for name in COPIED}))
        for team in places[old]:
            made[team.pk] = make_entry(division=new, team=team, night=nights.get(team.pk))
    return made


# --- the rules that a season or a division has of its own -------------------------------------------------------------
FIXED = "A result has come in, so the rules of this season stay as they are. Change them for the next one."


def set_season_rules(*, competition: Competition, rules: LeagueRules | None, by: User, at: datetime) -> Competition:
    """Give a season rules of its own, or let it follow the league's again (None). Not once a result has come in."""
    with write_tx():
        locked = lock_competition(competition)
        _refuse_fixed(locked)
        followed = locked.season.league.rules
        before = locked.rules if locked.own_rules else None
        locked.rules = followed if rules is None else codec.encode(rules)
        locked.own_rules = rules is not None
        save_checked(locked, "rules", "own_rules")
        bump_version(locked)
        text = "has rules of its own" if rules else "follows the league’s rules again"
        after = {"rules": locked.rules if rules else None}
        record_season_action(
            locked, "set_season_rules", f"Season {locked.season} {text}.", by, at, before={"rules": before}, after=after
        )
    return locked


def set_division_rules(*, division: Division, rules: LeagueRules | None, by: User, at: datetime) -> Division:
    """Give a division rules of its own, or let it follow its season's again (None). Not once a result has come in."""
    with write_tx():
        locked = lock_competition(division.competition)
        _refuse_fixed(locked)
        changed: Division = Division.objects.get(pk=division.pk)
        before = changed.rules
        changed.rules = None if rules is None else codec.encode(rules)
        save_checked(changed, "rules")
        bump_version(locked)
        text = "has rules of its own" if rules else "follows the season’s rules again"
        after = {"rules": changed.rules}
        record_season_action(
            locked, "set_division_rules", f"{changed} {text}.", by, at, before={"rules": before}, after=after
        )
    return changed


def _refuse_fixed(competition: Competition) -> None:
    if competition.frozen_at:
        raise ValidationError(FIXED)


def settle_moving(*, competition: Competition, rules: MoveRules, by: User, at: datetime) -> Competition:
    """Give a season its rules for putting matches off. What has been moved already stays."""
    with write_tx():
        locked = lock_competition(competition)
        before = codec.bare(rules_of(locked))
        locked.moving = codec.bare(rules)
        save_checked(locked, "moving")
        changed = {name for name, value in locked.moving.items() if value != before[name]}
        text = f"Postponements changed for season {locked.season}."
        record_season_action(
            locked, "settle_moving", text, by, at,
            before={name: before[name] for name in sorted(changed)},
            after={name: locked.moving[name] for name in sorted(changed)},
        )  # fmt: skip
    return locked


# --- a season ends, and the next one is made of it --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlacementDecision:
    """Where a team goes: `to` None if it does not come back. `proposed` is what the rule says, "" if nothing."""

    entry: Entry
    proposed: str
    to: Division | None
    reason: str = ""

    @property
    def movement(self) -> Movement:
        if self.to is None:
            return Movement.OUT
        here = self.entry.division.rank
        if self.to.rank == here:
            return Movement.STAYS
        return Movement.UP if self.to.rank < here else Movement.DOWN


def close_season(
    *, season: Season, tables: Callable[[Competition], Mapping[Division, dict[str, Any]]], by: User, at: datetime,
    reason: str = "",
) -> tuple[FinalTable, ...]:  # fmt: skip
    """Freeze the tables of a season's league; from now on captains send no cards for it, and officers may correct.

    `tables` gives every division's table as JSON, read under the lock. `reason`: why, although something is open.
    """
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is not None:
            raise ValidationError(f"Season {locked} was closed on {night(localdate(locked.closed_at), year=True)}.")
        made = []
        for competition in Competition.objects.select_for_update(of=("self",)).filter(
            season=locked, kind=CompetitionKind.LEAGUE
        ):
            bump_version(competition)  # the kept pages of its tables become the final ones
            version = competition.results_version + 1
            for division, table in tables(competition).items():
                row = save_checked(FinalTable(division=division, table=table, results_version=version, by=by, at=at))
                made.append(row)
        locked.closed_at = at
        locked.save(update_fields=["closed_at"])
        divisions = [str(row.division) for row in made]
        text = f"Season {locked} closed; its tables are final."
        _record(locked, "close_season", text, by, at, reason=reason.strip(), after={"final tables": divisions})
    return tuple(made)


def reopen_season(*, season: Season, reason: str, by: User, at: datetime) -> Season:
    """Open a closed season again. Its final tables stay on record; closed again, it gets new ones."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is opened again."})
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is None:
            raise ValidationError(f"Season {locked} is open.")
        locked.closed_at = None
        locked.save(update_fields=["closed_at"])
        for competition in Competition.objects.filter(season=locked):
            bump_version(competition)
        _record(locked, "reopen_season", f"Season {locked} opened again.", by, at, reason=reason.strip())
    return locked


NOT_AS_PROPOSED = {
    Movement.UP: "does not go up",
    Movement.STAYS: "does not stay",
    Movement.DOWN: "does not go down",
    Movement.OUT: "comes back",
}


def decide_placements(
    *, season: Season, decided: Sequence[PlacementDecision], by: User, at: datetime
) -> tuple[Placement, ...]:
    """Say where teams go from a closed season; those for which something changed.

    ValidationError, by the entry's key, where it is not as the rule has it and nobody says why.
    """
    unsaid = {
        str(each.entry.pk): f"Say why {each.entry} {NOT_AS_PROPOSED[Movement(each.proposed)]}."
        for each in decided
        if each.proposed and each.movement != each.proposed and not each.reason.strip()
    }
    if unsaid:
        raise ValidationError(unsaid)
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is None:
            raise ValidationError("Close the season first: until then its tables may still change.")
        rows = Placement.objects.filter(entry__in=[each.entry.pk for each in decided])
        rows_by_entry = {row.entry_id: row for row in rows}
        saved = [_save_placement(rows_by_entry.get(each.entry.pk), each, by, at) for each in decided]
        changed = [row for row in saved if row is not None]
        if changed:
            lines = [f"{row.entry}: {row.to or row.get_way_display()}" for row in changed]
            teams = tuple(row.entry.team for row in changed)
            text = f"Where teams go after season {locked} decided: {len(changed)}."
            record(
                verb="decide_fates", words=text, at=at, by=by, league_id=locked.league_id, about=(locked, *teams),
                after={"next season": lines},
            )  # fmt: skip
    return tuple(changed)


def mark_play_off(*, competition: Competition, division: Division) -> None:
    """Say that a cup's matches decide level places of a division. Part of an action that records itself."""
    competition.play_off_of = division
    competition.save(update_fields=["play_off_of"])
    bump_version(division.competition)


def _save_placement(existing: Placement | None, decided: PlacementDecision, by: User, at: datetime) -> Placement | None:
    placement = existing or Placement(entry=decided.entry)
    placement.entry = decided.entry
    values = {"proposed": decided.proposed, "way": decided.movement, "to": decided.to, "reason": decided.reason.strip()}
    if existing is not None and all(getattr(existing, name) == value for name, value in values.items()):
        return None
    for name, value in values.items():
        setattr(placement, name, value)
    placement.by, placement.at = by, at
    return save_checked(placement)


def _lock(season: Season) -> Season:
    return Season.objects.select_for_update(of=("self",)).get(pk=season.pk)


def _record(season: Season, verb: str, words: str, by: User, at: datetime, **more: Any) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=(season,), **more)


# --- the next season made out of this one -----------------------------------------------------------------------------
def carry_season(
    *, like: Season, name: str, starts: day, halfway: day, ends: day, places: Mapping[Division, Sequence[Team]],
    off: Sequence[Blackout], wishes: Sequence[tuple[Wish, tuple[day, ...], day | None]], by: User, at: datetime,
) -> Season:  # fmt: skip
    """A season made from another: divisions with their rules, teams, days without matches, wishes. Not yet current.

    `places` are divisions of the old season with the teams that are to play in their like. `off` are days without
    matches as they are to be, unsaved; `wishes` old wishes with the dates, and the last day, that they have now.
    """
    with write_tx():
        season = start_season(league=like.league, name=name, starts=starts, halfway=halfway, ends=ends, by=by, at=at)
        season.holidays_of = like.holidays_of
        season.save(update_fields=["holidays_of"])
        before = Competition.objects.get(season=like, kind=CompetitionKind.LEAGUE)
        competition = Competition.objects.get(season=season, kind=CompetitionKind.LEAGUE)
        competition.moving, competition.weights = before.moving, before.weights
        competition.save(update_fields=["moving", "weights"])
        entries = copy_divisions(competition, places)
        for blackout in off:
            blackout.season = season
            save_checked(blackout)
        for wish, dates, until in wishes:
            _wish(competition, wish, dates, until, entries)
    return season


def remove_season(*, season: Season, reason: str, by: User, at: datetime) -> None:
    """Take a season away with everything in it, while nothing was played and the league is not in it."""
    with write_tx():
        locked = _lock(season)
        if locked.current:
            raise ValidationError(f"The league is in season {locked}. Make another season the current one first.")
        fixtures = Fixture.objects.filter(division__competition__season=locked)
        if fixtures.filter(Q(state__in=[FixtureState.PLAYED, FixtureState.AWARDED]) | Q(in_play=True)).exists():
            raise ValidationError(f"Matches of season {locked} have been played, so it stays.")
        _record(locked, "remove_season", f"Season {locked} taken away again.", by, at, reason=reason)
        try:
            fixtures.delete()
            locked.delete()
        except ProtectedError:
            raise ValidationError(f"Something was written down about season {locked}, so it stays.") from None


def _wish(
    competition: Competition, wish: Wish, dates: tuple[day, ...], until: day | None, entries: Mapping[int, Entry]
) -> None:
    """The same wish by the same teams, if they all play and, where it is about their meeting, meet."""
    entry = entries.get(wish.entry.team_id)
    other = entries.get(wish.other.team_id) if wish.other else None
    gone = entry is None or (wish.other is not None and other is None)
    if gone or (wish.kind in MEETINGS and other is not None and other.division_id != entry.division_id):  # type: ignore[union-attr]
        return
    new = Wish(
        competition=competition, kind=wish.kind, entry=entry, other=other, by=until,
        dates=[each.isoformat() for each in dates], most=wish.most, nights=wish.nights,
        hard=wish.hard, weight=wish.weight, words=wish.words, asked_by=wish.asked_by,
    )  # fmt: skip
    save_checked(new)
