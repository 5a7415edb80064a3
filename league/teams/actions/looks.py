"""How a league and its teams look: their colours and their crests."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.files.base import File

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.base.ui.palette import Kit
from league.base.ui.uploads import Redrawn, redraw_mark
from league.teams.actions.leagues import lock_league
from league.teams.models import League, Picture, Team

CREST = 256  # pixels, the longer side
MOST_PICTURES = 400


def settle_league_look(
    *,
    league: League,
    colour: str,
    kits: Mapping[int, Kit],
    crest: File | None = None,
    by: User | None,
    at: datetime,
) -> None:
    """Give the league its colour, teams theirs by key, and the league a new crest if there is one."""
    mark = _crest(crest)
    with lock_league(league.pk):
        locked = League.objects.get(pk=league.pk)
        changed = [locked.short_name] if locked.colour != colour or mark else []
        locked.colour = colour
        _put_crest(locked, mark)
        locked.full_clean()
        locked.save(update_fields=["colour", "crest"])
        for team in Team.objects.filter(league=league, pk__in=kits).order_by("name", "pk"):
            if team.kit != kits[team.pk]:
                _put_kit(team, kits[team.pk])
                changed.append(team.name)
        if changed:
            text = f"Colours or crest were changed: {', '.join(changed)}"
            record(verb="settle_league_look", words=text, at=at, by=by, league_id=league.pk, about=(locked,))


def settle_team_look(
    *, team: Team, colour: str, second_colour: str, crest: File | None = None, by: User | None, at: datetime
) -> None:
    """Give a team its colours, and a new crest if there is one."""
    mark = _crest(crest)
    with lock_league(team.league_id):
        locked = Team.objects.select_related("league").get(pk=team.pk)
        before, kit = locked.kit, Kit(colour, second_colour)
        if before == kit and mark is None:
            return
        _put_kit(locked, kit)
        _put_crest(locked, mark)
        locked.save(update_fields=["crest"])
        text = f"The colours of {locked}: {kit.words}" if before != kit and kit else f"The look of {locked} was changed"
        record(
            verb="settle_team_look", words=text, at=at, by=by, league_id=locked.league_id, about=(locked,),
            before={"colours": before.words}, after={"colours": kit.words},
        )  # fmt: skip


def remove_crest(*, of: League | Team, by: User | None, at: datetime) -> None:
    """Delete the crest of a league or a team; a plain one of its initials is shown from now on."""
    league_id = of.pk if isinstance(of, League) else of.league_id
    with lock_league(league_id):
        locked = type(of).objects.get(pk=of.pk)
        if locked.crest_id is None:
            return
        Picture.objects.filter(pk=locked.crest_id).delete()
        text = f"The crest of {locked} was deleted"
        record(verb="remove_crest", words=text, at=at, by=by, league_id=league_id, about=(locked,))


def keep_picture(league_id: int, drawn: Redrawn) -> Picture:
    """A row for a picture that was drawn again. Runs inside the transaction of whoever shows it."""
    if Picture.objects.filter(league_id=league_id).count() >= MOST_PICTURES:
        raise ValidationError("The league has 400 pictures, the most it can keep. Delete old ones first.")
    picture = Picture(league_id=league_id, kind=drawn.kind, data=drawn.data, width=drawn.width, height=drawn.height)
    picture.full_clean()
    picture.save()
    return picture


def drop_picture(key: int | None) -> None:
    """Delete a picture that nothing shows any more. Runs inside the transaction of whoever showed it."""
    if key is not None:
        Picture.objects.filter(pk=key).delete()


def _crest(upload: File | None) -> Redrawn | None:
    try:
        return redraw_mark(upload, CREST, CREST) if upload else None
    except ValidationError as error:
        raise ValidationError({"crest": error}) from None


def _put_crest(row: League | Team, mark: Redrawn | None) -> None:
    if mark is not None:
        former = row.crest_id
        row.crest = keep_picture(row.pk if isinstance(row, League) else row.league_id, mark)
        row.save(update_fields=["crest"])
        drop_picture(former)


def _put_kit(team: Team, kit: Kit) -> None:
    if kit.second and kit.second == kit.first:
        raise ValidationError({"second_colour": "Choose another second colour: it is the same as the first."})
    if kit.second and not kit.first:
        raise ValidationError({"colour": "Choose the first colour too."})
    team.colour, team.second_colour = kit.first, kit.second
    team.full_clean()
    team.save(update_fields=["colour", "second_colour"])
