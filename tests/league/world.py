"""A league with one of everything that an address can name, and a second one just like it under other names.

For tests that walk every address: who may, who may not, and whether one league ever shows through in another.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import resolve
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.base.accounts.models import User, digest_of
from league.base.jobs.actions import enqueue
from league.documents.actions import make_calendar_link
from league.documents.kinds import CalendarOf
from league.exchange.actions.api import make_token
from league.exchange.actions.archives import IMPORT
from league.exchange.actions.bundles import create_bundle, read_bundle
from league.exchange.actions.imports import create_draft
from league.exchange.choices import ImportKind, TokenLifetime, TokenScope
from league.matchnight.actions.events import make_link
from league.matchnight.models import Absence
from league.notifications.actions.followers import ask_weekly, turn_weekly
from league.notifications.actions.webhooks import make_webhook, send_test
from league.notifications.actions.write_messages import give_notice
from league.notifications.choices import WebhookEvent
from league.notifications.models import Follow, Message, Phone, WeeklySubscriber
from league.notifications.queries.followers import link_of
from league.notifications.queries.weekly import confirmation_link_of
from league.pages.actions import make_code, pair_screen
from league.reading.files import read_text
from league.results.actions.adjustments import adjust_points
from league.results.actions.cards import save_draft
from league.results.actions.messages import attach_photo, keep_incoming, store_reading
from league.results.actions.settlement import merge_players
from league.results.choices import AdjustmentKind, SentFor, Source
from league.results.models import IncomingMessage
from league.schedule.actions.lists import finish_list, import_list
from league.schedule.actions.matches import ask_move
from league.schedule.actions.midseason import start_reschedule, withdraw_team
from league.schedule.actions.nights import add_blackout, make_wish, set_match
from league.schedule.models import Division, Entry, Season
from league.schedule.queries.midseason import Disruption
from league.seasons.models import Rollover
from league.teams.actions.join_requests import ask_to_join, make_join_links
from league.teams.actions.leagues import Office, close_venue, rename_team, settle_officers
from league.teams.actions.noticeboard import publish_article, settle_sponsor, settle_team_look, write_article
from league.teams.actions.people import invite_person
from league.teams.actions.registrations import ask_registration, ask_transfer
from league.teams.choices import ArticleKind, RoleKind
from league.teams.models import JoinLink, Picture, Player, Role, Team, Venue
from league.teams.queries.people import invitation_token
from league.teams.queries.squads import join_token
from league.treasury.actions.book import keep_bank_lines, keep_book_here, record_entry, record_payment, settle_tariff
from league.treasury.actions.charges import add_charge
from league.treasury.models import BankLine, PaymentMethod
from league.treasury.values import AccountHolder
from scoring.season.schedule.task import Match
from tests.factories import (
    FIRST_NIGHT,
    SIGNED,
    league_in_season,
    make_division,
    make_fixture,
    make_player,
    make_role,
    make_season,
)
from tests.league.availability.asking import make_availability
from tests.league.cups.world import make_cups
from tests.league.documents.made import make_paper
from tests.league.lineups.drawing import drawn_by_lot
from tests.league.live.pegging import peg_game
from tests.league.results.evening import CLOSING_TIME, Evening, other_winner, photo_readings


@dataclass
class World:
    """Crown A v Bell was reported by Crown A on the first night; `kwargs` names one row for every part of an address.

    `fresh` is Bell v Crown A of the same night, which nobody has sent a card for and everybody has begun one for;
    `disputed` the same of another week, with two cards that differ; `later` is to be played; `void` was struck out.
    """

    evening: Evening
    kwargs: dict[str, Any]
    pks: dict[str, int]
    matches: dict[str, dict[str, Any]]
    invitation: str

    @property
    def league(self):
        return self.evening.small.league


def make_world(slug: str, mark: str = "") -> World:
    """With a `mark`, everything that has a name has it there, and everything that was said has it in its words."""
    with scopes_disabled():
        evening = Evening(league_in_season(slug))
        small = evening.small
        quiet = make_division(small.season, "Division Two")
        spare = make_season(small.league, "2025-26", current=False)
        make_division(spare)
        results = _user(f"{slug} results", "Rita Results")
        make_role(results, small.league, RoleKind.RESULTS_OFFICER)
        make_role(_user(f"{slug} cups", "Cora Co-ordinator"), small.league, RoleKind.COORDINATOR)
        make_role(_user(f"{slug} treasurer", "Tess Treasurer"), small.league, RoleKind.TREASURER)
    with scope(league=small.league):
        if mark:
            _mark(evening, mark)
        quiet.refresh_from_db()
        spare.refresh_from_db()
        return _begun(evening, f"{mark} said so".strip(), quiet, spare)


def _mark(evening: Evening, mark: str) -> None:
    league = evening.small.league
    league.name, league.short_name = f"{mark} {league.name}", mark
    league.about = league.contact = f"{mark} words"
    league.save()
    for model in (Venue, Team, Player, Entry, Division, Season):
        for row in model.objects.all():
            row.name = f"{mark} {row.name}"
            if getattr(row, "slug", ""):
                row.slug = f"{mark.lower()}-{row.slug}"
            row.save()
    for user in User.objects.filter(roles__league=league):
        user.name, user.email = f"{mark} {user.name}", f"{mark.lower()}.{user.email}"
        user.save()
    small = evening.small
    for row in (league, small.season, small.division, *small.entries, *small.captains, small.secretary):
        row.refresh_from_db()
    for row in small.fixtures:
        row.refresh_from_db()


def _begun(evening: Evening, words: str, quiet: Division, spare: Season) -> World:
    small = evening.small
    crown, bell, plough, swan = small.entries
    secretary, home, away = small.secretary, *small.captains[:2]
    by = {"by": secretary, "at": SIGNED}
    president = Office(
        "President", f"{words} Wilf Tallentire", "01632 960411", f"{small.league.slug}.president@example.org"
    )
    settle_officers(league=small.league, officers=(president,), **by)
    old = crown.team.name
    rename_team(team=crown.team, name=f"{old} Old", **by)
    crown.team = rename_team(team=crown.team, name=old, **by)
    closure = close_venue(venue=crown.team.venue, first=date(2026, 12, 24), last=date(2026, 12, 26), reason=words, **by)
    asked = ask_registration(team=crown.team, name=f"{words} Newman", by=home, at=SIGNED)
    transfer = ask_transfer(player=bell.team.registrations.first().player, joins=crown.team, by=away, at=SIGNED)
    invited = invite_person(
        league=small.league, email=f"new.{small.league.slug}@example.org", name=f"{words} Guest", team=swan.team,
        kind=RoleKind.VICE_CAPTAIN, **by,
    )  # fmt: skip
    make_join_links(league=small.league, **by)
    entrance = JoinLink.objects.get(league=small.league, team=crown.team)
    joining = ask_to_join(
        link=entrance, team=crown.team, kind=RoleKind.PLAYER, name=f"{words} Comer", phone="01632 960412",
        email=f"comer.{small.league.slug}@example.org", at=SIGNED,
    )  # fmt: skip
    scorer, _ = make_link(fixture=evening.fixture, name=f"{words} Scorer", by=home, at=CLOSING_TIME)
    adjustment = adjust_points(
        entry=bell, kind=AdjustmentKind.DEDUCTION, points=Fraction(-2), reason=words, on=FIRST_NIGHT, **by
    )
    withdraw_team(entry=swan, on=FIRST_NIGHT + timedelta(days=3), reason=words, **by)
    twins = [make_player(plough.team, f"{words} {name}") for name in ("Twin", "Twine")]
    merge = merge_players(gone=twins[0], kept=twins[1], reason=words, **by)
    sent = evening.send(SentFor.HOME)
    photo = attach_photo(fixture=evening.fixture, upload=_picture(), by=home, at=CLOSING_TIME)
    readings, flat = photo_readings(evening.match), _picture().read()
    store_reading(photo=photo, readings=readings, players={}, flat=flat, at=CLOSING_TIME)
    fresh = make_fixture(bell, crown, week=3)
    for person in (home, away, secretary, *_officers(small.league), *User.objects.filter(is_superuser=True)):
        everybody = {side: [named.id for named in squad] for side, squad in _squads(evening)}
        save_draft(fixture=fresh, by=person, at=CLOSING_TIME, card=evening.card(), present=everybody)
    peg_game(fresh, 0, home, name=f"{words} Scorer")
    disputed = make_fixture(crown, bell, on=FIRST_NIGHT - timedelta(days=1), week=4)
    _sent_twice(evening, disputed)
    later = small.fixtures[2]
    move = ask_move(fixture=later, asked_by=bell, reason=words, new_date=date(2026, 10, 5), by=away, at=SIGNED)
    open_later = make_fixture(crown, bell, on=FIRST_NIGHT + timedelta(weeks=5), week=6)
    blackout = add_blackout(
        competition=quiet.competition,
        first=date(2026, 12, 21),
        last=date(2027, 1, 3),
        kind="holiday",
        reason=words,
        **by,
    )
    wish = make_wish(entry=crown, kind="no_home", firmness="must", dates=[date(2026, 10, 5)], words=words, **by)
    preset = set_match(competition=quiet.competition, home=crown, away=bell, on=date(2026, 9, 14), **by)
    listed = Match(f"D{crown.division_id}", FIRST_NIGHT, f"T{crown.pk}", f"T{bell.pk}")
    proposal = import_list(competition=quiet.competition, matches=[listed], name=f"{words} List", **by)
    way = {"words": words, "task": proposal.task}
    finish_list(list_id=proposal.pk, at=SIGNED, clash={"ids": [], "words": words, "minimal": True, "ways": [way]})
    Rollover.objects.create(season=spare, before=small.season, **by)
    mended = start_reschedule(competition=quiet.competition, disruption=Disruption(), seconds=10, **by)
    of_cups, cup_pks = make_cups(small, words)
    matches = {"sent": evening.fixture, "fresh": fresh, "disputed": disputed, "later": open_later}
    matches |= {"void": small.fixtures[3]}
    kwargs = {
        "league": small.league.slug, "team": crown.team.slug, "player": asked.player.slug, "code": sent.fixture.code,
        "venue": crown.team.venue.slug, "season": small.season.slug, "division": small.division.slug, "page": 1,
        "receipt": sent.receipt, "night": FIRST_NIGHT, "kind": wish.kind,
        "number": proposal.number, "way": 0, "mended": mended.number, "line": 0, "game": 1,
    }  # fmt: skip
    work = enqueue(
        key=f"{small.league.slug}-cards", kind="cards", args={}, title=f"{words} Cards", by=home, at=SIGNED,
        league_id=small.league.pk,
    )  # fmt: skip
    coming = enqueue(
        key=f"{small.league.slug}-arrives", kind=IMPORT, args={"path": ""}, title=f"{words} League", by=secretary,
        at=SIGNED, league_id=None,
    )  # fmt: skip
    followed, feed = make_calendar_link(league=small.league, kind=CalendarOf.LEAGUE, by=home, at=SIGNED)
    pks_of_links = {"calendar/links/": followed.pk, "leagues/archive/": coming.pk}
    kwargs |= {"feed": feed, "played": Player.objects.get(pk=int(evening.card().lines[0].home[0].id)).slug}
    program, _ = make_token(
        name=f"{words} Program", scope=TokenScope.WRITE, lasts=TokenLifetime.YEAR, by=home, at=SIGNED
    )
    pks_of_links["me/programs/"] = program.pk
    give_notice(league=small.league, team=None, subject=f"{words} Notice", words=words, **by)
    made = make_paper(small.league)
    captaincy = Role.objects.get(user=small.captains[2])
    pks = {
        "roles/<int:pk>/invitation/": invited.pk, "roles/<int:pk>/ending/": captaincy.pk,
        "registrations/<int:pk>/leaving/": crown.team.registrations.filter(state="approved").first().pk,
        "registrations/": asked.pk, "transfers/": transfer.pk, "closures/": closure.pk, "card/photo/": photo.pk,
        "adjustments/": adjustment.pk, "move-requests/": move.pk, "jobs/": work.pk,
        "nights/left-out/": blackout.pk, "wishes/": wish.pk, "wishes/matches/": preset.pk,
    }  # fmt: skip
    sheet = read_text(f"Team,Venue\n{words} Fleece,{words} Inn\n")[0].lines
    pks["imports/"] = create_draft(
        league=small.league, kind=ImportKind.TEAMS, name=f"{words}.csv", lines=sheet, **by
    ).pk
    brought = create_bundle(
        league=small.league, sheets=[(f"{words}.csv", read_text(f"Team,Venue\n{words} Fleece,{words} Inn\n")[0])], **by
    )
    read_bundle(bundle=brought, at=by["at"])
    pks["imports/bring/"] = brought.pk
    kwargs |= {"brought-sheet": 1, "brought-kind": "teams"}
    settle_team_look(team=crown.team, colour="claret", second_colour="amber", crest=_picture(), **by)
    for kind in ArticleKind:
        written = write_article(league=small.league, kind=kind, title=f"{words} News", text=words, **by)
        publish_article(article=written, **by)
    kwargs["article"] = written.slug
    settle_sponsor(league=small.league, name=f"{words} Butchers", words=words, link="https://butchers.example/", **by)
    pks["pictures/"] = Picture.objects.get(league=small.league).pk
    of_the_book, pks["money/bank/"] = _money(crown.team, words, further=bool(swan.team.slug != "swan"), **by)
    kwargs |= of_the_book
    pks |= {"people/join-links/": entrance.pk, "people/requests/": joining.pk}
    kwargs["join"] = join_token(entrance)
    pks["settings/screens/"] = _screen(crown.team.venue, f"{small.league.slug} screen", **by)
    pks["settings/webhooks/"] = _webhook(small.league, words, **by)
    pks |= {"quiet": quiet.pk, "live/links/": scorer.pk, **cup_pks}
    pks["duplicates/"] = merge.pk
    member = crown.team.registrations.filter(state="approved").order_by("pk").first().player
    drawn_by_lot(open_later)
    own = make_availability(crown.team, member, open_later, by=home)
    kwargs["own"] = own.token
    kwargs |= _followers(crown.team, **by)
    pks |= {"away/": Absence.objects.get(player=member).pk, "away/player": member.pk}
    waits = IncomingMessage(
        league=small.league, by=evening.home, source=Source.MAIL, text=f"07/09/2026, 22:20 - {evening.home.name}: 6-3",
        received_at=CLOSING_TIME,
    )  # fmt: skip
    pks["paste/received/"] = keep_incoming(message=waits, at=CLOSING_TIME).pk
    pks["messages/"] = Message.objects.filter(league=small.league, to__isnull=False).order_by("key")[0].pk
    pks["privacy/accounts/"] = captaincy.user_id
    pks |= pks_of_links
    kwargs |= {"made": made.token, "size": "a4", "labels": "3x7"}
    kwargs |= {"other": transfer.player.slug, "rival": bell.team.slug}
    kwargs["open-code"] = fresh.code
    kwargs |= {"quiet": quiet.slug, "spare": spare.slug, "swan": swan.team.slug, **of_cups}
    addresses = {
        name: {"on": row.first_date, "night": row.first_date, "match": row.slug} for name, row in matches.items()
    }
    return World(evening, kwargs, pks, addresses, invitation_token(invited))


def _money(team: Team, words: str, *, further: bool, by: User, at: datetime) -> tuple[dict[str, int], int]:
    """A book with a proposed fine, a charge and its payment; `further` on, so that numbers of two leagues differ."""
    league, act = team.league, {"by": by, "at": at}
    keep_book_here(league=league, keeps=True, **act)
    settle_tariff(league=league, late_card_fine=200, how_to_pay=words, **act)
    entry = {"league": league, "amount": 1200, "on": FIRST_NIGHT, "words": f"{words} Raffle", **act}
    for _ in range(8 if further else 1):
        income = record_entry(kind="income", heading="raffle", **entry)
    holder, pub = AccountHolder(team), AccountHolder(team.venue)
    add_charge(holder=pub, heading="host-fee", amount=300, on=FIRST_NIGHT, words=words, **act)
    charge = add_charge(holder=holder, heading="team-fee", amount=2500, on=FIRST_NIGHT, words=words, **act)
    record_payment(holder=holder, amount=1000, on=FIRST_NIGHT, method=PaymentMethod.CASH, payer=words, **act)
    keep_bank_lines(league=league, text=f"07/09/2026,{words} fees,15.00\n", **act)
    return {"charge": charge.number, "income": income.number}, BankLine.objects.get(league=league).pk


def _screen(venue, cookie: str, *, by: User, at: datetime) -> int:
    """A television that is paired with a pub."""
    return pair_screen(code=make_code(digest=digest_of(cookie), at=at).code, venue=venue, by=by, at=at).pk


def _webhook(league, words: str, *, by: User, at: datetime) -> int:
    """A webhook with a delivery that waits."""
    events = [WebhookEvent.RESULT, WebhookEvent.NIGHT, WebhookEvent.FIXTURES]
    made = make_webhook(league=league, url=f"https://8.8.8.8/{words}".replace(" ", "-"), events=events, by=by, at=at)
    send_test(webhook=made, by=by, at=at)
    return made.pk


def _followers(team: Team, *, by: User, at: datetime) -> dict[str, str]:
    """A phone that follows a team, and an address that is to be confirmed; the words of their links."""
    league = team.league
    turn_weekly(league=league, on=True, by=by, at=at)
    ask_weekly(league=league, email=f"{league.slug}.follower@example.org", at=at)
    subscriber = WeeklySubscriber.objects.select_related("league").get(league=league)
    phone = Phone.objects.create(
        endpoint=f"https://push.example/{league.slug}", public="x", auth="x", words="x", made_at=at
    )
    followed = Follow.objects.create(league=league, phone=phone, team=team, since=at)
    follow = resolve(link_of(followed)).kwargs["token"]
    return {"follow": follow, "weekly": resolve(confirmation_link_of(subscriber)).kwargs["token"]}


def _officers(league):
    return User.objects.filter(roles__league=league, roles__kind=RoleKind.RESULTS_OFFICER)


def _squads(evening: Evening):
    match = evening.match
    return (("home", match.home.players), ("away", match.away.players))


def _sent_twice(evening: Evening, fixture) -> None:
    """Both captains' cards of a match, which do not agree."""
    card = evening.card()
    evening.send(SentFor.HOME, card, fixture=fixture, seen=fixture.version)
    fixture.refresh_from_db()
    evening.send(SentFor.AWAY, other_winner(card), fixture=fixture, seen=fixture.version)


def _picture() -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", (300, 200), "white").save(out, "JPEG")
    return SimpleUploadedFile("card.jpg", out.getvalue(), "image/jpeg")


def _user(local: str, name: str) -> User:
    return User.objects.create_user(f"{local.replace(' ', '.')}@example.org", name, "correct horse battery")
