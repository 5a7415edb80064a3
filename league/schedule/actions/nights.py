"""When a season's list has no matches, and what its teams ask of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.base.ui.formats import night as night_text
from league.schedule.actions.locking import lock_competition, record_season_action
from league.schedule.choices import BlackoutKind, Firmness, HolidaysOf, WishedFor
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, PresetMatch, Season, Wish
from league.schedule.queries.seasons import divisions_of
from league.schedule.values.calendar import (
    bank_holidays,
    home_night,
    league_nights,
    nights_of,
    open_on,
    real_date,
    week_of,
    weekday_name,
)
from league.schedule.values.task import ABOUT_TWO, MEETINGS, PRICES, WITH_DATES, describe_wish
from league.teams.actions.undo_log import RowChange, row_created, undo_changes
from league.teams.models import Team
from scoring.season.schedule.task import Weights

DAY = timedelta(days=1)
REST_OF_WEEK = timedelta(days=6)


def add_blackout(
    *, competition: Competition, first: date, last: date, kind: str, by: User, at: datetime, reason: str = ""
) -> Blackout:
    """Days without league matches, first and last included; they must be days of the season."""
    with write_tx():
        locked = lock_competition(competition)
        season = locked.season
        if last < season.starts or first > season.ends:
            raise ValidationError(
                {"first": f"The season is from {night_text(season.starts)} to {night_text(season.ends, year=True)}."}
            )
        blackout = _left_out(season, first, last, kind, reason)
        record_season_action(locked, "add_blackout", f"No league matches {_span(blackout)}: {blackout}.", by, at)
    return blackout


def remove_blackout(*, competition: Competition, blackout: Blackout, by: User, at: datetime) -> None:
    with write_tx():
        locked = lock_competition(competition)
        text = f"League matches may be played {_span(blackout)} again."
        record_season_action(locked, "remove_blackout", text, by, at, before={"reason": str(blackout)})
        blackout.delete()


def exclude_week(*, competition: Competition, on: date, kind: str, by: User, at: datetime) -> Blackout | None:
    """No league matches in the week of a day, Monday to Sunday; None if nothing is left of it to leave out.

    A bank holiday on one of its league nights is the reason, unless it is a cup week.
    """
    with write_tx():
        locked = lock_competition(competition)
        off, bank = _blackouts(locked.season), bank_holidays(locked.season)
        league_days = league_nights(locked.season, list(divisions_of(locked)))
        nights = sorted(each for each in league_days if week_of(each) == week_of(on))
        if all(not open_on(each, off) for each in nights):
            return None
        reasons = [] if kind == BlackoutKind.CUP else [bank[each] for each in nights if each in bank]
        blackout = _left_out(
            locked.season, week_of(on), week_of(on) + REST_OF_WEEK, kind, reasons[0] if reasons else ""
        )
        record_season_action(locked, "leave_out_week", f"No league matches {_span(blackout)}: {blackout}.", by, at)
    return blackout


def open_week(*, competition: Competition, on: date, by: User, at: datetime) -> None:
    """League matches in the week of a day again; what was left out before and after it stays so."""
    first, last = week_of(on), week_of(on) + REST_OF_WEEK
    with write_tx():
        locked = lock_competition(competition)
        cut = [blackout for blackout in _blackouts(locked.season) if blackout.first <= last and blackout.last >= first]
        for blackout in cut:
            if blackout.first < first:
                _left_out(locked.season, blackout.first, first - DAY, blackout.kind, blackout.reason)
            if blackout.last > last:
                _left_out(locked.season, last + DAY, blackout.last, blackout.kind, blackout.reason)
            blackout.delete()
        if cut:
            text = f"League matches may be played in the week of {night_text(on)} again."
            record_season_action(locked, "open_week", text, by, at, before={"reason": str(cut[0])})


def exclude_bank_holidays(*, competition: Competition, by: User, at: datetime) -> tuple[Blackout, ...]:
    """Leave out every week that has a league night on a bank holiday, for that reason."""
    with write_tx():
        locked = lock_competition(competition)
        season = locked.season
        nights, bank, off = league_nights(season, list(divisions_of(locked))), bank_holidays(season), _blackouts(season)
        weeks = {week_of(on): bank[on] for on in sorted(nights & bank.keys(), reverse=True) if open_on(on, off)}
        added = tuple(
            _left_out(season, monday, monday + REST_OF_WEEK, BlackoutKind.HOLIDAY, reason)
            for monday, reason in sorted(weeks.items())
        )
        if added:
            text = f"No league matches in weeks with a bank holiday on the night: {len(added)} left out."
            after = {str(each.first): each.reason for each in added}
            record_season_action(locked, "leave_out_bank_holidays", text, by, at, after=after)
    return added


def import_nights(
    *, competition: Competition, rows: Iterable[Blackout], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Leave out the nights of a calendar that are for something else than league matches; `rows` are not saved yet."""
    with write_tx():
        locked = lock_competition(competition)
        made = [_left_out(locked.season, row.first, row.last, row.kind, row.reason) for row in rows]
        text, after = f"Imported: {source}", {str(each.first): str(each) for each in made}
        record_season_action(locked, "import_nights", text, by, at, after=after)
    return tuple(row_created(each) for each in made)


def undo_nights(*, competition: Competition, marks: Sequence[RowChange], source: str, by: User, at: datetime) -> None:
    with write_tx():
        locked = lock_competition(competition)
        before = {"nights": len(undo_changes(marks, (Blackout,)))}
        record_season_action(locked, "take_back_import", f"Import undone: {source}", by, at, before=before)


def choose_holidays(*, competition: Competition, holidays_of: str, by: User, at: datetime) -> Season:
    with write_tx():
        locked = lock_competition(competition)
        season, before = locked.season, locked.season.get_holidays_of_display()
        season.holidays_of = HolidaysOf(holidays_of)
        save_checked(season, "holidays_of")
        text = f"The calendar shows the bank holidays of {season.get_holidays_of_display()}."
        record_season_action(locked, "choose_holidays", text, by, at, before={"bank holidays": before})
    return season


def settle_nights(
    *, division: Division, night: int | None, legs: int, second_half: str, min_gap_days: int, pref_gap_days: int,
    max_run: int | None, min_rest_days: int, by: User, at: datetime,
) -> Division:  # fmt: skip
    """A division's weekday (None: the league's) and the rules that its list must keep."""
    with write_tx():
        locked = lock_competition(division.competition)
        changed: Division = Division.objects.select_related("competition__season__league").get(pk=division.pk)
        if legs != changed.legs and Fixture.objects.filter(division=changed).exists():
            raise ValidationError({"legs": "The fixtures are published already."})
        before = _list_rules(changed)
        changed.night, changed.legs, changed.second_half = night, legs, second_half
        changed.min_gap_days, changed.pref_gap_days = min_gap_days, pref_gap_days
        changed.max_run, changed.min_rest_days = max_run, min_rest_days
        save_checked(changed)
        text = f"Fixture rules of {changed} changed."
        record_season_action(locked, "settle_nights", text, by, at, before=before, after=_list_rules(changed))
    return changed


def settle_home_night(*, entry: Entry, night: int | None, by: User, at: datetime) -> Entry:
    """The weekday of a team's home matches; None for the division's."""
    with write_tx():
        locked = lock_competition(entry.division.competition)
        changed: Entry = Entry.objects.select_related("team").get(pk=entry.pk)
        before = {"night": changed.night}
        changed.night = night
        save_checked(changed, "night")
        when = f"on {weekday_name(night)}s" if night is not None else "on the division’s night"
        text = f"{changed} plays at home {when}."
        about, after = [changed.team], {"night": night}
        record_season_action(locked, "settle_home_night", text, by, at, about=about, before=before, after=after)
    return changed


def _left_out(season: Season, first: date, last: date, kind: str, reason: str) -> Blackout:
    return save_checked(Blackout(season=season, first=first, last=last, kind=kind, reason=reason))


def _blackouts(season: Season) -> tuple[Blackout, ...]:
    return tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))


def _span(blackout: Blackout) -> str:
    if blackout.first == blackout.last:
        return f"on {night_text(blackout.first)}"
    return f"from {night_text(blackout.first)} to {night_text(blackout.last)}"


def _list_rules(division: Division) -> dict[str, Any]:
    return {
        "night": division.get_night_display() if division.night is not None else "the league’s",
        "times each pair meets": division.legs,
        "second half": division.get_second_half_display(),
        "days between two meetings, at least": division.min_gap_days,
        "days between two meetings, better": division.pref_gap_days,
        "home or away in a row, at most": division.max_run,
        "days between two matches of a team, at least": division.min_rest_days,
    }


# --- what teams ask for -----------------------------------------------------------------------------------------------
Spell = tuple[int, int]  # so many matches at most, in any so many nights running


def make_wish(*, entry: Entry, kind: str, firmness: str, by: User, at: datetime, **asked: Any) -> Wish:
    """`asked` is what `_fill` takes of such a kind: another team, dates, a last day, so many matches, their words."""
    wish = Wish(competition=entry.division.competition, entry=entry, kind=kind, asked_by=by)
    with write_tx():
        locked = lock_competition(wish.competition)
        _fill(wish, firmness, **asked)
        wish.save()
        text, after = describe_wish(wish), {"wish": describe_wish(wish), "firmness": Firmness(firmness).label}
        record_season_action(locked, "make_wish", f"Request: {text}.", by, at, about=_about(wish), after=after)
    return wish


def change_wish(*, wish: Wish, firmness: str, by: User, at: datetime, **asked: Any) -> Wish:
    """Ask for it differently; whose wish it is, and of what kind, stays."""
    with write_tx():
        locked = lock_competition(wish.competition)
        changed: Wish = Wish.objects.select_related("entry__division", "entry__team", "other__team").get(pk=wish.pk)
        before = {"wish": describe_wish(changed)}
        _fill(changed, firmness, **asked)
        changed.save()
        text, after = describe_wish(changed), {"wish": describe_wish(changed), "firmness": Firmness(firmness).label}
        sentence, about = f"Request changed: {text}.", _about(changed)
        record_season_action(locked, "change_wish", sentence, by, at, about=about, before=before, after=after)
    return changed


def remove_wish(*, wish: Wish, by: User, at: datetime) -> None:
    with write_tx():
        locked = lock_competition(wish.competition)
        record_season_action(
            locked, "remove_wish", f"Request deleted: {describe_wish(wish)}.", by, at, about=_about(wish)
        )
        wish.delete()


def set_match(*, competition: Competition, home: Entry, away: Entry, on: date, by: User, at: datetime) -> PresetMatch:
    """A match that must be on its day: of one division, on a night on which the home side plays at home."""
    with write_tx():
        locked = lock_competition(competition)
        if home.pk == away.pk:
            raise ValidationError({"away": "A team does not play itself."})
        if home.division_id != away.division_id:
            raise ValidationError({"away": f"{away} is not in {home.division}."})
        nights = {real_date(day, home) for day in nights_of(home.division, _blackouts(locked.season))}
        if on not in nights:
            where = f"{home} plays at home on {weekday_name(home_night(home))}s"
            near = next((day for day in sorted(nights) if week_of(day) == week_of(on)), None)
            text = f"{where}: {night_text(near)}." if near else f"{night_text(on)} is in no week with matches."
            raise ValidationError({"on": text})
        if PresetMatch.objects.filter(home=home, away=away, date=on).exists():
            raise ValidationError({"on": "That match is set already."})
        preset = save_checked(PresetMatch(competition=locked, home=home, away=away, date=on))
        text = f"{preset} set for {night_text(on)}."
        record_season_action(locked, "set_match", text, by, at, about=(home.team, away.team))
    return preset


def unset_match(*, preset: PresetMatch, by: User, at: datetime) -> None:
    with write_tx():
        locked = lock_competition(preset.competition)
        text = f"{preset} no longer set for {night_text(preset.date)}."
        record_season_action(locked, "unset_match", text, by, at, about=(preset.home.team, preset.away.team))
        preset.delete()


def set_prices(*, competition: Competition, prices: Mapping[str, int], by: User, at: datetime) -> Competition:
    """What breaks, gaps and the like cost in this competition's lists; only what differs from the usual is kept."""
    usual = asdict(Weights())
    with write_tx():
        locked = lock_competition(competition)
        before = usual | locked.weights
        locked.weights = {name: price for name, price in prices.items() if usual.get(name, price) != price}
        save_checked(locked, "weights")
        text, after = "Penalty points for fixture lists changed.", usual | locked.weights
        record_season_action(locked, "set_prices", text, by, at, before=before, after=after)
    return locked


def _fill(
    wish: Wish, firmness: str, *, other: Entry | None = None, dates: Iterable[date] = (), meet_by: date | None = None,
    spell: Spell | None = None, words: str = "",
) -> None:  # fmt: skip
    kind = WishedFor(wish.kind)
    if kind in ABOUT_TWO and other is None:
        raise ValidationError({"other": "Choose the other team."})
    if kind in MEETINGS and other is not None and other.division_id != wish.entry.division_id:
        raise ValidationError({"other": f"{other} is not in {wish.entry.division}, so they do not meet."})
    if kind in WITH_DATES and not (days := sorted(dates)):
        raise ValidationError({"dates": "Tick at least one date."})
    if kind == WishedFor.MEET_BY and meet_by is None:
        raise ValidationError({"meet_by": "Give the last day for it."})
    if kind == WishedFor.AT_MOST and spell is None:
        raise ValidationError({"most": "Say how many matches in how many nights."})
    wish.other = other if kind in ABOUT_TWO else None
    wish.dates = [day.isoformat() for day in days] if kind in WITH_DATES else []
    wish.by = meet_by if kind == WishedFor.MEET_BY else None
    wish.most, wish.nights = spell if spell and kind == WishedFor.AT_MOST else (None, None)
    wish.hard = firmness == Firmness.MUST
    wish.weight = PRICES.get(Firmness(firmness), 0)
    wish.words = words
    wish.full_clean()


def _about(wish: Wish) -> tuple[Team, ...]:
    return tuple(entry.team for entry in (wish.entry, wish.other) if entry is not None)
