"""What is told when a team leaves, comes back or comes in late, a division is split, points are given or taken, or a
player is registered, transferred or invited.
"""

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.ui.converters import of_season
from league.base.ui.formats import night, one_line
from league.notifications.choices import MessageKind
from league.notifications.queries.letter import Facts, Letter, fixture_of, keys_of, season_of, source, to_each, when
from league.notifications.queries.recipients import LEADERS, MEMBERS, everybody_of, role_holders, with_teams
from league.schedule.models import Division, Fixture, Season
from league.schedule.models import Entry as Side
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.seasons import still_in
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Role, Team, Transfer
from league.teams.queries.people import invitation_token


def team_withdrawn(entry: Entry) -> Iterator[Letter]:
    """Everybody who signs in of the teams that were to play it, with the nights on which they are free."""
    yield from _of_matches(entry, "will not be played", "of your matches will not be played")
    yield from _of_its_cups(entry)
    yield from _of_its_account(entry)


def team_restored(entry: Entry) -> Iterator[Letter]:
    """The same people: their matches are to be played after all."""
    yield from _of_matches(entry, "will be played after all", "of your matches will be played after all")
    yield from _of_its_cups(entry)


def home_matches_moved(entry: Entry) -> Iterator[Letter]:
    """Both sides of the matches that move with the team that is at home in them."""
    yield from _of_matches(entry, "is at another pub or time", "of your matches are at another pub or time")


def venue_closed(entry: Entry) -> Iterator[Letter]:
    """Both sides of the matches at a pub on nights when it is closed, or open after all; cup ties too."""
    closes = entry.verb == "close_venue"
    nights = entry.after if closes else entry.before
    if not nights:
        return
    fixtures = whole_fixtures().filter(venue__in=keys_of(entry, "venue"), date__range=(nights["first"], nights["last"]))
    matches = [match for match in fixtures.filter(away__isnull=False).order_by("date", "pk") if match.open]
    theirs: dict[User, list[Fixture]] = {}
    for match in matches:
        for person in everybody_of(match):
            theirs.setdefault(person, []).append(match)
    reason = (f"Reason: {one_line(entry.reason)}",) if entry.reason else ()
    text = ("The secretary will tell you where or when your match is played.",) if closes else ()
    for person, own in theirs.items():
        facts = tuple((when(match), str(match)) for match in own)
        action = ("See the match", own[0].get_absolute_url())
        subject = one_line(entry.words) if closes else f"{own[0].venue} is open after all"
        is_own = person.pk == entry.by_id
        yield Letter(MessageKind.MOVED, person, source(entry), subject, (*text, *reason), facts, action, own=is_own)


def late_entry(entry: Entry) -> Iterator[Letter]:
    """Captains of the division that a team comes into, and its own."""
    season = season_of(entry)
    late = Side.objects.filter(
        team__in=keys_of(entry, "team"), division__competition__season=season, joined_on__isnull=False
    )
    division = late.order_by("-pk").values_list("division", flat=True).first()
    teams = Side.objects.filter(still_in(localdate()), division=division).values_list("team", flat=True)
    if season is not None and division is not None:
        paragraphs = ("If this changes your fixtures, we will e-mail you again.",)
        facts = tuple((label.capitalize(), str(value)) for label, value in entry.after.items())
        yield from _to_captains(entry, season, teams, paragraphs, facts)


def division_split(entry: Entry) -> Iterator[Letter]:
    """Captains of the division that is split, with who is in which part."""
    season = season_of(entry)
    if season is not None:
        struck_out = one_line(entry.words).partition(". ")[2]
        text: tuple[str, ...] = () if struck_out.endswith(" 0.") else (struck_out,)
        text += ("We will e-mail you again with the fixtures of the new divisions.",)
        rank = dict(Division.objects.filter(competition__season=season).values_list("name", "rank"))
        parts = sorted(entry.after.items(), key=lambda part: rank.get(part[0], 0))  # PostgreSQL keeps them in none
        facts = tuple((name, ", ".join(teams)) for name, teams in parts)
        yield from _to_captains(entry, season, keys_of(entry, "team"), text, facts)


def points_adjusted(entry: Entry) -> Iterator[Letter]:
    """Captains of the team that is given points, or loses them, or for which that is taken back: how many, and why."""
    season, fixture = season_of(entry), fixture_of(entry)
    if season is not None:
        facts = (("Match", f"{fixture}, {fixture.occasion}"),) if fixture else ()
        paragraphs = (
            f"Reason: {one_line(entry.reason)}",
            "If it is wrong, reply to this e-mail to tell the secretary.",
        )
        yield from _to_captains(entry, season, keys_of(entry, "team"), paragraphs, facts, kind=MessageKind.RESULT)


def _to_captains(
    entry: Entry, season: Season, teams: Iterable[int], paragraphs: tuple[str, ...], facts: Facts,
    *, kind: MessageKind = MessageKind.LIST,
) -> Iterator[Letter]:  # fmt: skip
    people = [person for person, _ in with_teams(season.league, LEADERS, teams)]
    subject = one_line(entry.words).partition(". ")[0].rstrip(".")
    action = ("See the table", reverse("table", args=[season.league.slug]))
    return to_each(people, kind, source(entry), subject, paragraphs, facts, action, by=entry.by_id)


def _of_matches(entry: Entry, one: str, many: str) -> Iterator[Letter]:
    season = season_of(entry)
    fixtures = whole_fixtures().filter(pk__in=keys_of(entry, "fixture"), away__isnull=False)
    matches = list(fixtures.order_by("date", "first_date", "pk"))
    teams = {side.team_id for match in matches for side in (match.home, match.away) if side}
    if season is None:
        return
    fact, _, _ = one_line(entry.words).partition(". ")
    paragraphs = (f"Reason: {one_line(entry.reason)}",)
    for person, theirs in with_teams(season.league, MEMBERS, teams):
        keys = {team.pk for team in theirs}
        own = [match for match in matches if any(side and side.team_id in keys for side in (match.home, match.away))]
        became = f"{own[0]} {one}" if len(own) == 1 else f"{len(own)} {many}"
        facts = tuple((when(match), str(match)) for match in own)
        address = of_season(season.league.slug, season, "fixtures", team=theirs[0].slug)
        subject, action = f"{fact}: {became}", ("See your matches", address)
        is_own = person.pk == entry.by_id
        yield Letter(MessageKind.MOVED, person, source(entry), subject, paragraphs, facts, action, own=is_own)


def _of_its_cups(entry: Entry) -> Iterator[Letter]:
    """Whoever runs the cups, and the team's own captains: what became of its cups, and that it left or came back."""
    season, cups = season_of(entry), tuple(map(one_line, entry.after.get("cups", ())))
    if season is None:
        return
    subject, _, _ = one_line(entry.words).partition(". ")
    paragraphs = (*cups, f"Reason: {one_line(entry.reason)}")
    runs_cups = role_holders(season.league, [RoleKind.COORDINATOR]) if cups else []
    captains = [person for person, _ in with_teams(season.league, LEADERS, keys_of(entry, "team"))]
    people = dict.fromkeys([*runs_cups, *(captains if cups or not keys_of(entry, "fixture") else ())])
    action = ("See the cups", reverse("cups", args=[season.league.slug]))
    yield from to_each(people, MessageKind.CUP, source(entry), subject, paragraphs, (), action, by=entry.by_id)


def _of_its_account(entry: Entry) -> Iterator[Letter]:
    """Whoever keeps the league's money: what the team was charged stays due until they cancel it."""
    season, team = season_of(entry), Team.objects.filter(pk__in=keys_of(entry, "team")).first()
    if season is None or team is None or not season.league.keeps_money:
        return
    subject, _, _ = one_line(entry.words).partition(". ")
    paragraphs = ("What they were charged stays due. Cancel what they need not pay.",)
    action = (f"See the account of {team}", reverse("team-account", args=[season.league.slug, team.slug]))
    people = role_holders(season.league, [RoleKind.TREASURER])
    yield from to_each(people, MessageKind.MONEY, source(entry), subject, paragraphs, (), action)


# --- players and officers ---------------------------------------------------------------------------------------------
def player_invited(entry: Entry) -> Iterator[Letter]:
    """Nobody whose role has ended; invited singly, it comes at once and not in the morning."""
    rows = Role.objects.filter(pk__in=keys_of(entry, "role"), ended_at=None, user__is_active=True)
    for role in rows.select_related("user", "league", "team").order_by("pk"):
        by = entry.by or "The league"
        paragraphs = (
            f"{by} has invited you to {role.league} as {role.as_words}.",
            "Open this page and press “E-mail me a code”. The code signs you in. You need no password.",
            "If the invitation has expired, the page can send you a new one.",
            "If you were not expecting this, you can ignore it.",
        )
        link = reverse("invitation", args=[invitation_token(role)])
        subject = f"{role.league}: you are {role.as_words}"
        action = ("Accept the invitation", link)
        own = entry.verb != "invite_from_list"
        yield Letter(MessageKind.ROLE, role.user, source(entry), subject, paragraphs, (), action, own=own)


def registration_decided(entry: Entry) -> Iterator[Letter]:
    """Whoever asked for a player: registered from a day on, or not, and why. Nobody is told their own answer."""
    approved = entry.verb == "approve_registration"
    state = RegistrationState.APPROVED if approved else RegistrationState.REFUSED
    players = Player.objects.filter(pk__in=keys_of(entry, "player"))
    rows = Registration.objects.filter(player__in=players, team__in=keys_of(entry, "team"), state=state)
    row = rows.select_related("player", "team__league", "asked_by").order_by("-pk").first()
    if row is None or row.asked_by is None or row.asked_by_id == entry.by_id:
        return
    if approved:
        subject = f"{row.player} is registered with {row.team}"
        paragraphs: tuple[str, ...] = (f"{row.player} can play from {night(row.since)}.",) if row.since else ()
    else:
        subject = f"{row.player} was not registered with {row.team}"
        paragraphs = (f"Reason: {one_line(entry.reason)}", "To write to the secretary, reply to this e-mail.")
    yield _letter(entry, row.asked_by, subject, paragraphs, row.team)


def transfer_decided(entry: Entry) -> Iterator[Letter]:
    """The captains of both teams, but for whoever decided it; and the player who moves, if they sign in."""
    rows = Transfer.objects.filter(player__in=keys_of(entry, "player"), decided_at=entry.at)
    move = rows.select_related("player__league", "player__user", "leaves", "joins__league").order_by("-pk").first()
    if move is None:
        return
    subject = f"{move.player} {'moves' if move.accepted else 'cannot move'} from {move.leaves} to {move.joins}"
    text = (f"Reason: {one_line(move.reason)}",) if move.reason else ()
    for person, theirs in with_teams(move.player.league, LEADERS, [move.leaves_id, move.joins_id]):
        if person.pk != entry.by_id:
            yield _letter(entry, person, subject, text, theirs[0])
    player = move.player.user
    if player is not None and player.is_active and move.accepted:
        action = (f"See {move.joins}", move.joins.get_absolute_url())
        yield Letter(MessageKind.PLAYERS, player, source(entry), subject, text, (), action)


def _letter(entry: Entry, to: User, subject: str, paragraphs: tuple[str, ...], team: Team) -> Letter:
    action = ("See your squad", reverse("squad", args=[team.league.slug, team.slug]))
    return Letter(MessageKind.PLAYERS, to, source(entry), subject, paragraphs, (), action)


def webhook_switched_off(entry: Entry) -> Iterator[Letter]:
    """The secretaries: nothing is sent there any more, and why."""
    league = League.objects.filter(pk=entry.league_id or 0).first()
    if league is not None:
        people = role_holders(league, [RoleKind.SECRETARY])
        paragraphs = (one_line(entry.reason), "Nothing is sent there until you switch it on again.")
        action = ("See the webhooks", reverse("technical", args=[league.slug], fragment="webhooks"))
        yield from to_each(people, MessageKind.DIGEST, source(entry), entry.words, paragraphs, (), action)


# --- A team's account with the league ---------------------------------------------------------------------------------
# The treasurer's book is above this app, so the words come ready made in the entry, as `letter`: a subject, sentences,
# and what is listed below them, each with its amount. An entry without one is told to nobody.


def account_changed(entry: Entry) -> Iterator[Letter]:
    """The captain of the team whose account it is; of a pub's nobody signs in."""
    letter = entry.after.get("letter")
    league = League.objects.filter(pk=entry.league_id or 0, keeps_money=True).first()
    if league is None or letter is None:
        return
    paragraphs = tuple(one_line(each) for each in letter.get("words", ()))
    facts = tuple((one_line(what), one_line(amount)) for what, amount in letter.get("facts", ()))
    for person, theirs in with_teams(league, LEADERS, keys_of(entry, "team")):
        action = ("See your team’s account", reverse("team-account", args=[league.slug, theirs[0].slug]))
        yield Letter(MessageKind.MONEY, person, source(entry), one_line(letter["subject"]), paragraphs, facts, action)
