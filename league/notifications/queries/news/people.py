"""What is told of people: who was given a role, which players were registered or refused, and transfers."""

from collections.abc import Iterator

from django.urls import reverse

from league.accounts.models import User
from league.audit.models import Entry
from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter
from league.notifications.queries.news.subjects import keys_of, source
from league.notifications.queries.people import LEADERS, with_teams
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration, Role, Team, Transfer
from league.teams.queries import invitation_token
from league.ui.words import night, one_line


def invited(entry: Entry) -> Iterator[Letter]:
    """The person, with the page that signs them in; nobody whose role was taken away in the meantime."""
    rows = Role.objects.filter(pk__in=keys_of(entry, "role"), ended_at=None, user__is_active=True)
    for role in rows.select_related("user", "league", "team").order_by("pk"):
        by = entry.by or "The league"
        words = (
            f"{by} put you down as {role.as_words} in {role.league}.",
            "Open this page and press “E-mail me a code”. The code signs you in: there is no password to remember.",
            "If the page says that the invitation has run out, it can send you a new one.",
            "If this is not for you, do nothing.",
        )
        link = reverse("invitation", args=[invitation_token(role)])
        subject = f"{role.league}: you are {role.as_words}"
        yield Letter(MessageKind.ROLE, role.user, source(entry), subject, words, (), (("Accept the invitation", link),))


def answered(entry: Entry) -> Iterator[Letter]:
    """Whoever asked for a player: registered from a day on, or not, and why. Nobody is told their own answer."""
    rows = _asked(entry)
    if rows is None or rows.asked_by is None or rows.asked_by_id == entry.by_id:
        return
    if entry.verb == "approve_registration":
        subject = f"{rows.player} is registered with {rows.team}"
        words: tuple[str, ...] = (f"{rows.player} may play from {night(rows.since)}.",) if rows.since else ()
    else:
        subject = f"{rows.player} was not registered with {rows.team}"
        words = (f"The reason: {one_line(entry.reason)}", "Answer this mail to write to the secretary.")
    yield _letter(entry, rows.asked_by, subject, words, rows.team)


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
    return Letter(MessageKind.PLAYERS, to, source(entry), subject, words, (), buttons)
