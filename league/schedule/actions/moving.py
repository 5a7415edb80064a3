"""The league's own rules for moving matches, as a season keeps them."""

from datetime import datetime

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.models import Competition
from league.schedule.queries.moving import rules_of
from scoring import codec
from scoring.season.schedule.move_rules import MoveRules


def settle_moving(*, competition: Competition, rules: MoveRules, by: User, at: datetime) -> Competition:
    """Give a season its rules for putting matches off. What has been moved already stays."""
    with write_tx():
        held = hold_competition(competition)
        before = codec.bare(rules_of(held))
        held.moving = codec.bare(rules)
        held.full_clean()
        held.save(update_fields=["moving"])
        changed = {name for name, value in held.moving.items() if value != before[name]}
        words = f"Rules for moving matches changed for season {held.season}."
        record_set_up(
            held, "settle_moving", words, by, at,
            before={name: before[name] for name in sorted(changed)},
            after={name: held.moving[name] for name in sorted(changed)},
        )  # fmt: skip
    return held
