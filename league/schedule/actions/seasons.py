"""Starting a season, making it the one that the league is in, and the rules that it has of its own."""

from collections.abc import Mapping, Sequence
from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, Min, OuterRef, Subquery
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import night
from league.schedule.actions.divisions import add_division, make_entry, place_teams
from league.schedule.actions.locking import bump_version, lock_competition, record_season_action
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.schedule.queries.move_rules import rules_of
from league.teams.models import League, Team
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.season.schedule.move_rules import MoveRules

# What a division of a new season has from the one that it follows.
COPIED = (
    "rank", "name", "slug", "legs", "promoted", "relegated", "night", "second_half", "min_gap_days", "pref_gap_days",
    "max_run", "min_rest_days", "rules",
)  # fmt: skip


def start_season(
    *,
    league: League,
    name: str,
    starts: day,
    halfway: day,
    ends: day,
    by: User,
    at: datetime,
    like: Season | None = None,
    division: str = "",
) -> Season:
    """A new season with its league competition, under the league's rules of today; not yet the current one.

    `like` is a season whose divisions, with the teams that are still active, it begins with; `division` is what a first
    one is called in which all teams start; in a season that is over nobody does.
    """
    season = Season(league=league, name=name, slug=_slug(name), starts=starts, halfway=halfway, ends=ends)
    with write_tx():
        if Season.objects.filter(league=league, slug=season.slug).exists():
            raise ValidationError({"name": f"There is a season called {name} already."})
        season.full_clean()
        season.save()
        competition = Competition(
            season=season,
            kind=CompetitionKind.LEAGUE,
            name="League",
            slug="league",
            rules=league.rules,
            moving=_rules_for_moving(like),
        )
        competition.full_clean()
        competition.save()
        if like is not None:
            copy_divisions(competition, _active_teams(like))
        record(
            verb="start_season", words=f"Season {season} set up, {night(starts)} to {night(ends)}.", at=at, by=by,
            league_id=league.pk, about=(season,), after=_days(season),
        )  # fmt: skip
        if division.strip():
            _put_all_in(competition, division.strip(), by, at)
    return season


def change_season(*, season: Season, name: str, starts: day, halfway: day, ends: day, by: User, at: datetime) -> Season:
    """Another name or other days; the address stays. Matches that are in the list must stay inside the season."""
    with write_tx():
        locked: Season = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
        before = _days(locked)
        dated = Fixture.objects.filter(division__competition__season=locked).exclude(date=None)
        first, last = dated.aggregate(first=Min("date"), last=Max("date")).values()
        if first and first < starts:
            raise ValidationError({"starts": f"A match is arranged for {night(first)}."})
        if last and last > ends:
            raise ValidationError({"ends": f"A match is arranged for {night(last)}."})
        locked.name, locked.starts, locked.halfway, locked.ends = name, starts, halfway, ends
        locked.full_clean()
        locked.save()
        for competition in locked.competitions.all():
            bump_version(competition)
        record(
            verb="change_season", words=f"Season {locked} changed.", at=at, by=by, league_id=locked.league_id,
            about=(locked,), before=before, after=_days(locked),
        )  # fmt: skip
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
        opened.full_clean()
        opened.save()
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


def _rules_for_moving(like: Season | None) -> dict[str, Any]:
    before = Competition.objects.filter(season=like, kind=CompetitionKind.LEAGUE).first() if like else None
    return before.moving if before else {}


def _slug(name: str) -> str:
    slug = slugify(name.replace("/", "-"))
    if not slug or slug == "new":
        raise ValidationError({"name": "Give the season a name with its years, such as 2027-28."})
    return slug


def _days(season: Season) -> dict[str, str]:
    return {
        "name": season.name,
        "first day": season.starts.isoformat(),
        "end of first half": season.halfway.isoformat(),
        "last day": season.ends.isoformat(),
    }


def _active_teams(season: Season) -> dict[Division, list[Team]]:
    """The league's divisions of a season with the teams of theirs that still play."""
    divisions = Division.objects.filter(competition__season=season, competition__kind=CompetitionKind.LEAGUE)
    entries = Entry.objects.filter(division__in=divisions, team__active=True, withdrawn_on=None).select_related("team")
    teams: dict[int, list[Team]] = {}
    for entry in entries.order_by("pk"):
        teams.setdefault(entry.division_id, []).append(entry.team)
    return {division: teams.get(division.pk, []) for division in divisions}


def copy_divisions(competition: Competition, places: Mapping[Division, Sequence[Team]]) -> dict[int, Entry]:
    """Divisions like those of an earlier season, with these teams on their own nights; the new entries by team."""
    entries = Entry.objects.filter(division__in=[division.pk for division in places], slug="")
    nights = dict(entries.values_list("team", "night"))
    made = {}
    for old in sorted(places, key=lambda division: (division.rank, division.pk)):
        new = Division(competition=competition, **{name: getattr(old, name) for name in COPIED})
        new.full_clean()
        new.save()
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
        locked.full_clean()
        locked.save(update_fields=["rules", "own_rules"])
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
        changed.full_clean()
        changed.save(update_fields=["rules"])
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
        locked.full_clean()
        locked.save(update_fields=["moving"])
        changed = {name for name, value in locked.moving.items() if value != before[name]}
        text = f"Postponements changed for season {locked.season}."
        record_season_action(
            locked, "settle_moving", text, by, at,
            before={name: before[name] for name in sorted(changed)},
            after={name: locked.moving[name] for name in sorted(changed)},
        )  # fmt: skip
    return locked
