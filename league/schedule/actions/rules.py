"""Rules of a season's own, or of one division's, until the first result fixes them."""

from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.hold import bump_version
from league.schedule.models import Competition, Division
from scoring import codec
from scoring.card.constitution import Constitution

FIXED = "A result has come in, so the rules of this season stay as they are. Change them for the next one."


def set_season_rules(*, competition: Competition, rules: Constitution | None, by: User, at: datetime) -> Competition:
    """Give a season rules of its own, or let it follow the league's again (None). Not once a result has come in."""
    with write_tx():
        held = hold_competition(competition)
        _refuse_fixed(held)
        followed = held.season.league.constitution
        before = held.constitution if held.own_rules else None
        held.constitution = followed if rules is None else codec.encode(rules)
        held.own_rules = rules is not None
        held.full_clean()
        held.save(update_fields=["constitution", "own_rules"])
        bump_version(held)
        words = "has rules of its own" if rules else "follows the league's rules again"
        after = {"constitution": held.constitution if rules else None}
        record_set_up(
            held,
            "set_season_rules",
            f"Season {held.season} {words}.",
            by,
            at,
            before={"constitution": before},
            after=after,
        )
    return held


def set_division_rules(*, division: Division, rules: Constitution | None, by: User, at: datetime) -> Division:
    """Give a division rules of its own, or let it follow its season's again (None). Not once a result has come in."""
    with write_tx():
        held = hold_competition(division.competition)
        _refuse_fixed(held)
        changed: Division = Division.objects.get(pk=division.pk)
        before = changed.constitution
        changed.constitution = None if rules is None else codec.encode(rules)
        changed.full_clean()
        changed.save(update_fields=["constitution"])
        bump_version(held)
        words = "has rules of its own" if rules else "follows the season's rules again"
        after = {"constitution": changed.constitution}
        record_set_up(
            held, "set_division_rules", f"{changed} {words}.", by, at, before={"constitution": before}, after=after
        )
    return changed


def _refuse_fixed(competition: Competition) -> None:
    if competition.frozen_at:
        raise ValidationError(FIXED)
