"""A league is begun from a preset of rules, and changes what differs."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django_scopes import scope

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.teams.actions.addresses import league_slug
from league.teams.actions.order import in_turn
from league.teams.choices import SITE_WORDS, Night, RoleKind
from league.teams.models import League, Role
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.presets import preset as preset_of


def create_league(
    *,
    preset: str,
    name: str,
    by: User | None,
    at: datetime,
    short_name: str = "",
    slug: str = "",
    night: Night = Night.MONDAY,
    contact: str = "",
    secretary: bool = False,
) -> League:
    """Begin a league under the rules that `preset` names; its UnknownPresetError if there is none such.

    Without a slug the address is made from the name. With `secretary` whoever begins it is its secretary.
    ValidationError if the address is taken or is one of the site's.
    """
    with write_tx():
        name = " ".join(name.split())
        league = League(
            name=name,
            short_name=short_name or name[:30],
            slug=_allowed(slug) or league_slug(short_name or name),
            preset=preset,
            constitution=codec.encode(preset_of(preset)),
            night=night,
            contact=contact,
        )
        league.full_clean()
        league.save()
        words = f"{league} began, with the rules of {preset_of(preset).name}"
        record(verb="create_league", words=words, at=at, by=by, league_id=league.pk, about=(league,))
        if secretary and by is not None:
            _make_secretary(league, by, at)
    return league


def _make_secretary(league: League, person: User, at: datetime) -> None:
    """The first secretary, who has just begun the league and needs no invitation."""
    role = Role(league=league, user=person, kind=RoleKind.SECRETARY, since=at)
    with scope(league=league):  # the page that begins a league is in none
        role.full_clean()
        role.save()
    words = f"{person} became {role.get_kind_display().lower()}"
    record(verb="take_office", words=words, at=at, by=person, league_id=league.pk, about=(person,))


def _allowed(slug: str) -> str:
    if slug in SITE_WORDS - {""}:
        raise ValidationError({"slug": "The site needs that address for itself."})
    return slug


def change_league(
    *, league: League, by: User | None, at: datetime, constitution: Constitution | None = None, **values: object
) -> League:
    """Change a league's own particulars (`values` are fields of League) and its rules.

    A competition with a result keeps the rules it was played under: it holds its own copy. Until then it follows these.
    """
    fields = values if constitution is None else {**values, "constitution": codec.encode(constitution)}
    with in_turn(league.pk):
        held = League.objects.get(pk=league.pk)
        before = {name: getattr(held, name) for name in fields}
        for name, value in fields.items():
            setattr(held, name, value)
        held.full_clean()
        held.save()
        after = {name: value for name, value in fields.items() if value != before[name]}
        if after:
            words = f"The league's settings were changed: {', '.join(sorted(after)).replace('_', ' ')}"
            before = {name: before[name] for name in after}
            record(
                verb="change_league",
                words=words,
                at=at,
                by=by,
                league_id=held.pk,
                about=(held,),
                before=before,
                after=after,
            )
    return held
