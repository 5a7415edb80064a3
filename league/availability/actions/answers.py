"""What players say for themselves, by their link or through their captain: answers to nights, and when they are away.

None of this is in the audit log: the answers are the record, and the log is read by people they are not meant for.
"""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.actions import write_tx
from league.availability.actions.locking import lock_team
from league.availability.choices import NightAnswer
from league.availability.models import Absence, AskedNight, PlayerAnswer
from league.availability.queries import PersonalLink, nights_of

LONGEST_ABSENCE = timedelta(days=366)
MOST_ABSENCES = 20


def answer_night(
    *, link: PersonalLink, night: date, answer: NightAnswer, key: UUID, by: User | None, at: datetime
) -> PlayerAnswer:
    """Append an answer; the same key again is the same answer. `by` is the captain who was told, None for the player.

    ValidationError if nobody asks about that night any more, or the key is another player's.
    """
    with lock_team(link.team):
        known = PlayerAnswer.objects.filter(key=key).first()
        if known is not None:
            if (known.team_id, known.player_id, known.night) != (link.team.pk, link.player.pk, night):
                raise ValidationError("That button was for something else. Answer again.")
            return known
        if night not in {each for each, _, _ in nights_of(link, localdate(at))}:
            raise ValidationError("The match is not on that night any more. Answer for the nights below.")
        row = PlayerAnswer(
            team=link.team, player=link.player, night=night, answer=NightAnswer(answer), key=key, by=by, at=at
        )
        row.full_clean()
        row.save()
    return row


def add_absence(*, link: PersonalLink, first: date, last: date, at: datetime) -> Absence:
    """Note that a player is away; the same days again are the same absence."""
    if last < first:
        raise ValidationError({"last": "The last day is before the first."})
    if last < localdate(at):
        raise ValidationError({"last": "Those days are over."})
    if last - first > LONGEST_ABSENCE:
        raise ValidationError({"last": "That is longer than a year. Tell your captain."})
    with lock_team(link.team):
        rows = Absence.objects.filter(player=link.player)
        known = rows.filter(first=first, last=last).first()
        if known is None and rows.count() >= MOST_ABSENCES:
            raise ValidationError("That is more than we can keep. Remove one that is over first.")
        return known or Absence.objects.create(player=link.player, first=first, last=last)


def remove_absence(*, link: PersonalLink, absence: int) -> None:
    """Take back that a player is away; another player's is left alone."""
    with lock_team(link.team):
        Absence.objects.filter(pk=absence, player=link.player).delete()


def forget_availability(*, before: date) -> int:
    """Delete what was said of nights before a day, in every league; how many answers there were."""
    with write_tx():
        AskedNight.objects.filter(night__lt=before).delete()
        Absence.objects.filter(last__lt=before).delete()
        deleted, _ = PlayerAnswer.objects.filter(night__lt=before).delete()
    return deleted
