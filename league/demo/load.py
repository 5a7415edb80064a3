"""The whole demonstration in one transaction: two leagues, their history, and a season that is ten weeks old."""

from datetime import date, datetime, timedelta
from io import BytesIO
from random import Random

from django.core.files.base import ContentFile
from django.utils.timezone import now
from django_scopes import scope
from PIL import Image, ImageDraw

from league.accounts.models import User
from league.audit.actions import write_tx
from league.demo.dates import moment, season_dates
from league.demo.names import HARTHWAITE, SKELBY, Naming
from league.demo.noticeboard import fill_noticeboard
from league.demo.people import YEARS, Club, appoint, demo_user, player_login, settle_clubs
from league.demo.seasons import DemoSeason, hold_meeting, play_out, set_up
from league.demo.stories import load_harthwaite, load_skelby
from league.demo.treasury import fill_book
from league.jobs.actions import run_job
from league.standings.actions import ask_for_run_in
from league.standings.queries import divisions
from league.teams.actions import change_league, create_league
from league.teams.actions.looks import settle_league_look
from league.teams.choices import LeagueNight
from league.teams.models import League, Team
from league.ui.palette import Kit, rgb
from scoring.season.schedule.circle import rounds_needed

ACCENTS = {"harthwaite": "claret", "skelby": "navy"}
KITS = {
    "Crown A": Kit("claret", "amber"),
    "Crown B": Kit("amber", "claret"),
    "Fleece A": Kit("bottle", "amber"),
    "Fleece B": Kit("bottle", "sky"),
    "Social A": Kit("navy", "scarlet"),
    "Social B": Kit("scarlet", "navy"),
    "Bay Horse": Kit("brown", "emerald"),
    "Black Bull": Kit("slate", "scarlet"),
    "Blue Bell": Kit("royal", "amber"),
    "Drovers": Kit("olive", "brown"),
    "Dun Cow": Kit("amber", "brown"),
    "King's Head": Kit("purple", "amber"),
    "Miners Arms": Kit("slate", "amber"),
    "Plough": Kit("emerald", "brown"),
    "Railway": Kit("rust", "slate"),
    "Shoulder of Mutton": Kit("plum", "olive"),
    "Station": Kit("rust", "bottle"),
    "Wheatsheaf": Kit("amber", "bottle"),
    "White Swan": Kit("sky", "navy"),
    "Woolpack": Kit("teal", "rust"),
    "Anchor": Kit("navy", "sky"),
    "Buck": Kit("bottle", "rust"),
    "Golden Lion": Kit("amber", "claret"),
    "Nag's Head": Kit("claret", "sky"),
    "Oak Tree": Kit("emerald", "brown"),
    "Cricket Club": Kit("pink", "bottle"),
}


def dress(league: League, *, by: User, at: datetime) -> None:
    """The league's colour and its teams'; Harthwaite has a crest too."""
    keys = dict(Team.objects.filter(league=league).values_list("name", "pk"))
    kits = {key: KITS[name] for name, key in keys.items()}
    crest = ContentFile(draw_crest(), "crest.png") if league.slug == "harthwaite" else None
    settle_league_look(league=league, colour=ACCENTS[league.slug], kits=kits, crest=crest, by=by, at=at)


def draw_crest() -> bytes:
    """A shield with a bridge over a beck and the double six above it."""
    big = 512
    image = Image.new("RGBA", (big, big))
    draw = ImageDraw.Draw(image)
    bone, ebony = (250, 246, 238), (35, 29, 25)
    outline = [(40, 24), (472, 24), (472, 270), (440, 352), (380, 414), (256, 492), (132, 414), (72, 352), (40, 270)]
    draw.polygon(outline, fill=rgb("claret"), outline=bone, width=16)
    draw.polygon([(74, 330), (438, 330), (380, 400), (256, 470), (132, 400)], fill=rgb("sky"))
    draw.rectangle((62, 296, 450, 330), fill=bone)
    draw.pieslice((166, 300, 346, 460), 180, 360, fill=rgb("claret"))
    draw.arc((160, 294, 352, 466), 180, 360, fill=bone, width=16)
    draw.rounded_rectangle((104, 88, 408, 240), 24, fill=bone)
    draw.line((256, 100, 256, 228), fill=ebony, width=6)
    for half in (136, 288):
        for across in (0, 40, 80):
            for down in (124, 204):
                draw.ellipse((half + across - 13, down - 13, half + across + 13, down + 13), fill=ebony)
    out = BytesIO()
    image.resize((256, 256), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


PLAYED = 10
PAST_SEASONS = {"harthwaite": 2, "skelby": 1}


def load(today: date) -> None:
    """Load both leagues into an empty database; the same day gives the same leagues."""
    with write_tx():
        demo_user("fan@demo.example", "Sid Spectator")
        User.objects.create_user(
            "admin@demo.example", "Alex Administrator", None, is_staff=True, is_superuser=True, demo=True
        )
        thursday = today + timedelta(days=(LeagueNight.THURSDAY - today.weekday()) % 7)
        for naming, night, tell in ((HARTHWAITE, today, load_harthwaite), (SKELBY, thursday, load_skelby)):
            demo = begin(naming, night, today)
            with scope(league=demo.season.league):
                tell(demo)
                fill_noticeboard(demo)
                fill_book(demo)
                queue_run_ins()


def begin(naming: Naming, night: date, today: date) -> DemoSeason:
    """A league with its past seasons played and the current one set up; `night` is the first that is not played yet."""
    random = Random(naming.slug)  # noqa: S311 (a story, not a secret)
    began = moment(night - (PAST_SEASONS[naming.slug] + 1) * YEARS, 12)
    league = create_league(
        preset=naming.preset, name=naming.name, short_name=naming.short_name, slug=naming.slug, by=None, at=began,
        night=LeagueNight(night.weekday()), contact=naming.contact,
    )  # fmt: skip
    change_league(league=league, by=None, at=began, about=naming.about)
    league.refresh_from_db()
    with scope(league=league):
        officers = appoint(league, naming, began)
        clubs = settle_clubs(league, naming, random, by=officers.secretary, at=began)
        dress(league, by=officers.secretary, at=began)
        player_login(clubs[0], 4, began)
        nights = rounds_needed(len(clubs) // len(naming.divisions), naming.legs)
        by_team = {club.team.pk: club for club in clubs}
        placing = first_placing(naming, clubs)
        for years_ago in range(PAST_SEASONS[naming.slug], 0, -1):
            days = season_dates(night, played=PLAYED, nights=nights, years_ago=years_ago)
            season = set_up(league, naming, days, placing, by=officers.secretary)
            play_out(season, by_team, random)
            placing = hold_meeting(season, naming, by=officers.secretary)
        days = season_dates(night, played=PLAYED, nights=nights)
        season = set_up(league, naming, days, placing, by=officers.secretary)
    return DemoSeason(season, by_team, officers, days.nights, today, random)


def queue_run_ins() -> None:
    """Have it worked out what is still possible, so that the first reader finds it under the table."""
    for division in divisions():
        run_job(ask_for_run_in(division=division, at=now()).pk)


def first_placing(naming: Naming, clubs: list[Club]) -> list[list[Team]]:
    """The divisions that the history begins with: a pub's second team in the lower, the others in turn."""
    if len(naming.divisions) == 1:
        return [[club.team for club in clubs]]
    upper: list[Team] = []
    lower: list[Team] = []
    for club in clubs:
        wanted = lower if club.team.name.endswith(" B") or len(upper) > len(lower) else upper
        wanted.append(club.team)
    return [upper, lower]
