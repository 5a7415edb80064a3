"""What teams and the secretary ask of a list: wishes, matches set beforehand, and prices."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date, datetime

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.schedule.actions.locking import lock_competition, record_season_action
from league.schedule.choices import Firmness, WishedFor
from league.schedule.models import Blackout, Competition, Entry, PresetMatch, Wish
from league.schedule.values.calendar import home_night, nights_of, real_date, week_of, weekday_name
from league.schedule.values.task import ABOUT_TWO, MEETINGS, PRICES, WITH_DATES, describe_wish
from league.teams.models import Team
from scoring.season.schedule.task import Weights

Spell = tuple[int, int]  # so many matches at most, in any so many nights running


def make_wish(
    *,
    entry: Entry,
    kind: str,
    firmness: str,
    by: User,
    at: datetime,
    other: Entry | None = None,
    dates: Iterable[date] = (),
    meet_by: date | None = None,
    spell: Spell | None = None,
    words: str = "",
) -> Wish:
    wish = Wish(competition=entry.division.competition, entry=entry, kind=kind, asked_by=by)
    with write_tx():
        locked = lock_competition(wish.competition)
        _fill(wish, firmness, other=other, dates=dates, meet_by=meet_by, spell=spell, words=words)
        wish.save()
        after = {"wish": describe_wish(wish), "firmness": Firmness(firmness).label}
        record_season_action(
            locked, "make_wish", f"Request: {describe_wish(wish)}.", by, at, about=_about(wish), after=after
        )
    return wish


def change_wish(
    *,
    wish: Wish,
    firmness: str,
    by: User,
    at: datetime,
    other: Entry | None = None,
    dates: Iterable[date] = (),
    meet_by: date | None = None,
    spell: Spell | None = None,
    words: str = "",
) -> Wish:
    """Ask for it differently; whose wish it is, and of what kind, stays."""
    with write_tx():
        locked = lock_competition(wish.competition)
        changed: Wish = Wish.objects.select_related("entry__division", "entry__team", "other__team").get(pk=wish.pk)
        before = {"wish": describe_wish(changed)}
        _fill(changed, firmness, other=other, dates=dates, meet_by=meet_by, spell=spell, words=words)
        changed.save()
        after = {"wish": describe_wish(changed), "firmness": Firmness(firmness).label}
        sentence = f"Request changed: {describe_wish(changed)}."
        record_season_action(locked, "change_wish", sentence, by, at, about=_about(changed), before=before, after=after)
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
        _refuse_off_night(home, on)
        if PresetMatch.objects.filter(home=home, away=away, date=on).exists():
            raise ValidationError({"on": "That match is set already."})
        preset = PresetMatch(competition=locked, home=home, away=away, date=on)
        preset.full_clean()
        preset.save()
        text = f"{preset} set for {night(on)}."
        record_season_action(locked, "set_match", text, by, at, about=(home.team, away.team))
    return preset


def unset_match(*, preset: PresetMatch, by: User, at: datetime) -> None:
    with write_tx():
        locked = lock_competition(preset.competition)
        text = f"{preset} no longer set for {night(preset.date)}."
        record_season_action(locked, "unset_match", text, by, at, about=(preset.home.team, preset.away.team))
        preset.delete()


def set_prices(*, competition: Competition, prices: Mapping[str, int], by: User, at: datetime) -> Competition:
    """What breaks, gaps and the like cost in this competition's lists; only what differs from the usual is kept."""
    usual = asdict(Weights())
    with write_tx():
        locked = lock_competition(competition)
        before = usual | locked.weights
        locked.weights = {name: price for name, price in prices.items() if usual.get(name, price) != price}
        locked.full_clean()
        locked.save(update_fields=["weights"])
        record_season_action(
            locked,
            "set_prices",
            "Penalties for fixture lists changed.",
            by,
            at,
            before=before,
            after=usual | locked.weights,
        )
    return locked


def _fill(
    wish: Wish,
    firmness: str,
    *,
    other: Entry | None,
    dates: Iterable[date],
    meet_by: date | None,
    spell: Spell | None,
    words: str,
) -> None:
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


def _refuse_off_night(home: Entry, on: date) -> None:
    blackouts = Blackout.objects.filter(season=home.division.competition.season_id)
    nights = {real_date(day, home) for day in nights_of(home.division, blackouts)}
    if on in nights:
        return
    near = [day for day in sorted(nights) if week_of(day) == week_of(on)]
    where = f"{home} plays at home on {weekday_name(home_night(home))}s"
    raise ValidationError({"on": f"{where}: {night(near[0])}." if near else f"{night(on)} is in no week with matches."})
