"""What players are told about who can play: that they are asked, that a reserve is wanted, that they are picked; and
what a captain is told by tea time.

Whoever has answered for a night is asked no more.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.models import Entry
from league.base.ui.formats import clock, night
from league.matchnight.models import AskedNight, AvailabilitySettings, PickedPlayer, ReserveRequest
from league.matchnight.queries.nights import TeamNights, in_order, links_of, matches_of, squad_players, team_nights
from league.notifications.choices import MessageKind
from league.notifications.queries.letter import Letter, keys_of, source, to_each, when
from league.notifications.queries.recipients import leaders
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.models import League, Player, Team

WORDS = ("Answer with one tap. Only your captain and vice-captain see it.",)


def reminders(league: League, day: date) -> Iterator[Letter]:
    """To each player who has not answered, so many days before the match as their team has set."""
    for asks in _asking(league):
        for before in sorted({asks.first_days, asks.last_days} - {0}):
            for fixture in _on_day(asks.team, day, before):
                last = before == asks.last_days
                about = f"play-{fixture.pk}-{fixture.date}-{before}"
                yield from _questions(asks.team, fixture, about, texts=asks.texts and last)


def tea_time(league: League, day: date) -> Iterator[Letter]:
    """To the captain, on the day of the match: who said what."""
    for asks in _asking(league):
        for fixture in _on_day(asks.team, day, 0):
            players = squad_players(asks.team, day)
            answers = team_nights(asks.team, players, [day])
            people = leaders(fixture.home if fixture.home.team_id == asks.team_id else fixture.away)
            kind, about = MessageKind.AVAILABILITY, f"tea-{asks.team_id}-{fixture.pk}-{fixture.date}"
            subject = f"{fixture} tonight: {answers.counts(players, day)}"
            text = f"{asks.team} play at {clock(fixture.start_time)} at {fixture.venue.name}."
            facts = tuple(_by_answer(answers, players, day))
            team = asks.team
            sheet = reverse("team-sheet", args=[team.league.slug, team.slug, fixture.first_date, fixture.slug])
            action = ("Pick the team", sheet)
            yield from to_each(people, kind, about, subject, (text,), facts, action, until=starts_at(fixture))


def team_picked(entry: Entry) -> Iterator[Letter]:
    """To each player who is in the team and signs in, but for whoever picked it."""
    fixture, team = _match_of(entry)
    if fixture is None or team is None or fixture.date is None:
        return
    rows = PickedPlayer.objects.filter(fixture=fixture, team=team).select_related("player__user", "player__league")
    links = links_of(team, [row.player for row in rows])
    subject = f"You are in the team: {fixture}, {night(fixture.date)}"
    paragraphs = (f"{team} have picked you. If you cannot play after all, say so.",)
    about = f"picked-{fixture.pk}-{fixture.date}"
    for row in rows.order_by("place"):
        if row.player.user_id != entry.by_id and row.player.pk in links:
            address = links[row.player.pk].address
            yield from _to_player(row.player, about, subject, paragraphs, fixture=fixture, address=address)


def reserve_asked(entry: Entry) -> Iterator[Letter]:
    """To the player of another team who was asked just now."""
    fixture, team = _match_of(entry)
    if fixture is None or team is None or fixture.date is None:
        return
    rows = ReserveRequest.objects.filter(fixture=fixture, team=team, at=entry.at)
    for row in rows.select_related("player__user", "player__league"):
        link = links_of(team, [row.player], reserve=True).get(row.player.pk)
        if link is not None:
            subject = f"Can you help {team} out on {night(fixture.date)}?"
            yield from _to_player(row.player, source(entry), subject, WORDS, fixture=fixture, address=link.address)


def nights_asked(entry: Entry) -> Iterator[Letter]:
    """To each player of the team, about nights to which a match might move; once for each set of nights."""
    fixture, team = _match_of(entry)
    if fixture is None or team is None:
        return
    nights = sorted(AskedNight.objects.filter(fixture=fixture, team=team).values_list("night", flat=True))
    players = squad_players(team, localdate(entry.at))
    answers, links = team_nights(team, players, nights), links_of(team, players)
    subject = f"Another night for {fixture}: which suits you?"
    for player in players if nights else ():
        silent = any(answers.of(player, each).answer is None for each in nights)
        if silent and player.pk in links and player.user_id != entry.by_id:
            yield from _to_player(
                player, source(entry), subject, WORDS, fixture=fixture, address=links[player.pk].address
            )


def _asking(league: League) -> list[AvailabilitySettings]:
    rows = AvailabilitySettings.objects.filter(team__league=league, team__active=True, enabled=True)
    return list(rows.select_related("team__league").order_by("team__name", "team"))


def _on_day(team: Team, day: date, before: int) -> list[Fixture]:
    wanted = date.fromordinal(day.toordinal() + before)
    return [each for each in matches_of(team, wanted) if each.date == wanted]


def _questions(team: Team, fixture: Fixture, about: str, *, texts: bool) -> Iterator[Letter]:
    assert fixture.date is not None
    reserves = ReserveRequest.objects.filter(fixture=fixture, team=team).select_related(
        "player__user", "player__league"
    )
    own, reserve_players = squad_players(team, fixture.date), [row.player for row in reserves]
    links = links_of(team, own) | links_of(team, reserve_players, reserve=True)
    answers = team_nights(team, [*own, *reserve_players], [fixture.date])
    subject = f"Can you play on {night(fixture.date)}? {fixture}"
    for player in dict.fromkeys([*own, *reserve_players]):
        if answers.of(player, fixture.date).answer is None and player.pk in links:
            address = links[player.pk].address
            yield from _to_player(player, about, subject, WORDS, fixture=fixture, address=address, text=texts)


def _to_player(
    player: Player, about: str, subject: str, paragraphs: tuple[str, ...], *, fixture: Fixture, address: str,
    text: bool = False,
) -> Iterator[Letter]:  # fmt: skip
    """With `text` as a text too, which is the subject and the link that answers."""
    if player.user is None or not player.user.is_active:
        return
    facts = (("Match", f"{fixture}, {fixture.occasion}"), ("When", when(fixture)), ("At", fixture.venue.name))
    action = ("Say whether you can play", address)
    yield Letter(
        MessageKind.AVAILABILITY, player.user, f"{about}-{player.pk}", subject, paragraphs, facts, action,
        until=starts_at(fixture), short=(subject,) if text else (), short_link=address if text else "",
    )  # fmt: skip


def _by_answer(answers: TeamNights, players: Iterable[Player], day: date) -> Iterator[tuple[str, str]]:
    names_by_answer: dict[str, list[str]] = {}
    for each in in_order(answers.of(player, day) for player in players):
        names_by_answer.setdefault(each.text, []).append(each.player.name)
    yield from ((text, ", ".join(names)) for text, names in names_by_answer.items())


def _match_of(entry: Entry) -> tuple[Fixture | None, Team | None]:
    fixture = whole_fixtures().filter(pk=entry.after.get("match"), away__isnull=False).first()
    team = Team.objects.select_related("league").filter(pk__in=keys_of(entry, "team")).first()
    return fixture, team
