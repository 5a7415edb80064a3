"""What captains are told of the players they asked for: registered or not, and why; a transfer made or refused."""

from collections.abc import Iterator

from django.urls import reverse

from league.accounts.models import User
from league.audit.models import Entry
from league.post.choices import Kind
from league.post.queries.letters import Letter
from league.post.queries.news.subjects import keys_of, source
from league.post.queries.people import LEADERS, with_teams
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration, Team, Transfer
from league.ui.words import night, one_line


def answered(entry: Entry) -> Iterator[Letter]:
    """Whoever asked for a player: registered from a day on, or not, and why. Nobody is told their own answer."""
    held = _asked(entry)
    if held is None or held.asked_by is None or held.asked_by_id == entry.by_id:
        return
    if entry.verb == "approve_registration":
        subject = f"{held.player} is registered with {held.team}"
        words: tuple[str, ...] = (f"{held.player} may play from {night(held.since)}.",) if held.since else ()
    else:
        subject = f"{held.player} was not registered with {held.team}"
        words = (f"The reason: {one_line(entry.reason)}", "Answer this mail to write to the secretary.")
    yield _letter(entry, held.asked_by, subject, words, held.team)


def transferred(entry: Entry) -> Iterator[Letter]:
    """The captains of both teams, but for whoever decided it."""
    rows = Transfer.objects.filter(player__in=keys_of(entry, "player"), decided_at=entry.at)
    move = rows.select_related("player__league", "leaves", "joins").order_by("-pk").first()
    if move is None:
        return
    subject = f"{move.player} {'moves' if move.accepted else 'may not move'} from {move.leaves} to {move.joins}"
    words = (f"The reason: {one_line(move.reason)}",) if move.reason else ()
    for person, theirs in with_teams(move.player.league, LEADERS, [move.leaves_id, move.joins_id]):
        if person.pk != entry.by_id:
            yield _letter(entry, person, subject, words, theirs[0])


def _asked(entry: Entry) -> Registration | None:
    """The registration that an answer is about, while it still says so."""
    said = RegistrationState.APPROVED if entry.verb == "approve_registration" else RegistrationState.REFUSED
    players = Player.objects.filter(pk__in=keys_of(entry, "player"))
    rows = Registration.objects.filter(player__in=players, team__in=keys_of(entry, "team"), state=said)
    found: Registration | None = rows.select_related("player", "team__league", "asked_by").order_by("-pk").first()
    return found


def _letter(entry: Entry, to: User, subject: str, words: tuple[str, ...], team: Team) -> Letter:
    buttons = (("Your squad", reverse("squad", args=[team.league.slug, team.slug])),)
    return Letter(Kind.PLAYERS, to, source(entry), subject, words, (), buttons)
