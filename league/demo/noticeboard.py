"""What the demonstration's leagues write about themselves: their news, their pages and their sponsors.

Knows words, and how to draw the one photo: a scene of plain shapes, the same on every day.
"""

from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO

from django.core.files.base import ContentFile
from PIL import Image, ImageDraw

from league.demo.dates import moment
from league.demo.seasons import DAY, DemoSeason
from league.noticeboard.actions import publish_article, settle_sponsor, write_article
from league.noticeboard.choices import SUGGESTED_PAGES, ArticleKind
from league.ui.palette import rgb


@dataclass(frozen=True, slots=True)
class DemoNews:
    """A piece of news, so many days old."""

    days: int
    title: str
    text: str
    photo_words: str = ""


@dataclass(frozen=True, slots=True)
class DemoBoard:
    """What one league has on its notice board; `pages` by the slug of the suggested page that each begins as."""

    news: tuple[DemoNews, ...]
    pages: dict[str, str]
    sponsor: tuple[str, str, str]


HARTHWAITE_BOARD = DemoBoard(
    news=(
        DemoNews(
            24,
            "Winter opening hours at the Miners Arms",
            "From now until March the Miners Arms opens at 7pm on match nights, so there is an hour to practise.\n\n"
            "The bar takes **cash only**. The nearest machine is at the shop in Leadgill, which closes at 6pm.",
        ),
        DemoNews(
            11,
            "Boards wanted for the new season",
            "Two of our crib boards are past repair. If your pub has one that it does not use, tell the secretary.\n\n"
            "- A 61-hole board with two tracks is what we need.\n"
            "- Pegs do not matter: we have a tin of them.\n"
            "- We can collect from anywhere in the dale.",
        ),
        DemoNews(
            3,
            "£412 raised for the mountain rescue",
            "The open doubles at the Social Club raised **£412** for the Askew Moor mountain rescue team. Thirty-two "
            "pairs played, and the last tile went down at ten to midnight.\n\n"
            "Thank you to everyone who came, to the club for the room, and to Iveson's for the hampers.\n\n"
            "The next open doubles is in February. Entries go to the knock-out co-ordinator.",
            "Dominoes and a crib board on a pub table beside two pints",
        ),
    ),
    pages={
        "who-we-are": "The league began in 1951, when four pubs in Harthwaite played for a barrel of ale. Today twenty "
        "teams from the town and the villages play in two divisions, on one evening a week from autumn to spring.\n\n"
        "## How a match works\n\n"
        "Each team plays singles and doubles. A game is pegged on the crib board, and the first side to reach 61 "
        "exactly wins it. The home side sends the card the same night, and the tables are up to date straight away.\n\n"
        "## Come and watch\n\n"
        "Matches start at 8pm and anyone is welcome. [See who plays next](/harthwaite/fixtures/).",
        "join-us": "You do not need to be good at it. Most of us learned at the bar.\n\n"
        "- **Find a team.** Ask at any of [the pubs where we play](/harthwaite/venues/), or ring Marjorie.\n"
        "- **Come along at half past seven** on a match night and have a game.\n"
        "- **Register.** Your captain registers you with the league. It costs nothing.\n\n"
        "Under 18? A parent or guardian has to agree first, and the pub has to allow it.",
        "for-new-teams": "New teams begin in Division Two. You need a pub or club with room for a board, and at least "
        "six players.\n\n"
        "1. Tell the secretary the name of the team, its pub and its captain **by the end of May**.\n"
        "2. Come to the annual meeting in June, where the fixtures are settled.\n"
        "3. Pay the entry fee of £20 before the first match.\n"
        "4. Send the names of your players two weeks before the first match.\n\n"
        "We can lend you a board and a set of dominoes for the first season.",
        "constitution": "Agreed at the annual meeting.\n\n"
        "## 1. Name and aims\n\n"
        "The Harthwaite & District Fives and Threes League organises fives and threes between pubs and clubs of the "
        "district, in good fellowship.\n\n"
        "## 2. Officers\n\n"
        "The annual meeting elects a president, a chair, a secretary, a treasurer and a committee of two. They serve "
        "for a year.\n\n"
        "## 3. Meetings\n\n"
        "The annual meeting is held in June. Each team has one vote. Thirty days' notice is given.\n\n"
        "## 4. Money\n\n"
        "The treasurer keeps the accounts, and the auditor looks at them before the annual meeting.\n\n"
        "## 5. Changes\n\n"
        "A change to this constitution needs two thirds of the votes at an annual meeting.",
    },
    sponsor=(
        "Iveson & Daughters",
        "https://iveson.example/",
        "Butchers in Market Place since 1924, and hampers for every cup final.",
    ),
)
SKELBY_BOARD = DemoBoard(
    news=(
        DemoNews(
            6,
            "The Nag's Head has its board back",
            "Thank you to Harold, who has made a new board from an old pew. The Nag's Head plays at home again from "
            "next Thursday.",
        ),
    ),
    pages={"join-us": "We are always short of players on the coast side. Come to the Anchor any Thursday at half past "
           "seven, or ring Trevor."},
    sponsor=("Skelby Garage", "https://skelby-garage.example/", "MOTs while you play."),
)  # fmt: skip
BOARDS = {"harthwaite": HARTHWAITE_BOARD, "skelby": SKELBY_BOARD}


def fill_noticeboard(demo: DemoSeason) -> None:
    """News of the last weeks, pages written when the season began, and the sponsor."""
    league, board, by = demo.season.league, BOARDS[demo.season.league.slug], demo.by
    began = moment(demo.night(1) - timedelta(weeks=2), 20)
    name, link, words = board.sponsor
    logo = ContentFile(draw_logo(), "logo.png") if league.slug == "harthwaite" else None
    settle_sponsor(league=league, name=name, link=link, words=words, logo=logo, by=by, at=began)
    for page in SUGGESTED_PAGES:
        if page.slug in board.pages:
            text = board.pages[page.slug]
            written = write_article(
                league=league, kind=ArticleKind.PAGE.value, title=page.title, text=text, slug=page.slug, by=by, at=began
            )
            publish_article(article=written, by=by, at=began)
    for each in board.news:
        at = moment(demo.today - each.days * DAY, 18, 40)
        photo = ContentFile(draw_scene(), "scene.png") if each.photo_words else None
        written = write_article(
            league=league, kind=ArticleKind.NEWS.value, title=each.title, text=each.text, photo=photo,
            photo_words=each.photo_words, by=by, at=at,
        )  # fmt: skip
        publish_article(article=written, by=by, at=at)


# --- pictures -----------------------------------------------------------------------------------------------------
BONE, EBONY, TABLE, WOOD = (248, 243, 232), (30, 26, 23), (92, 58, 36), (193, 140, 88)
TILES = (((300, 470), (6, 6)), ((480, 520), (6, 4)), ((660, 490), (4, 1)), ((840, 530), (1, 5)))
SPOTS = {
    1: ((0, 0),),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def draw_scene() -> bytes:
    """A table in a pub: a line of dominoes, a crib board, and two pints."""
    image = Image.new("RGB", (1200, 800), (54, 34, 24))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 330, 1200, 800), fill=TABLE)
    for y in range(350, 800, 46):
        draw.line((0, y, 1200, y - 12), fill=(82, 51, 31), width=3)
    for x in (80, 960):
        _pint(draw, x)
    draw.rounded_rectangle((330, 250, 870, 360), 26, fill=WOOD, outline=(120, 80, 45), width=4)
    for number in range(20):
        for lane in (288, 322):
            x = 362 + number * 23 + number // 5 * 10
            draw.ellipse((x - 5, lane - 5, x + 5, lane + 5), fill=EBONY)
    draw.ellipse((544, 274, 572, 302), fill=rgb("royal"), outline=BONE, width=3)
    draw.regular_polygon((696, 322, 18), 4, fill=rgb("rust"), outline=BONE)
    for at, halves in TILES:
        _tile(draw, *at, halves)
    return _png(image)


def _pint(draw: ImageDraw.ImageDraw, x: int) -> None:
    draw.ellipse((x - 10, 500, x + 190, 560), fill=(70, 44, 27))
    draw.polygon([(x, 190), (x + 180, 190), (x + 160, 530), (x + 20, 530)], fill=(176, 98, 24))
    draw.polygon([(x + 20, 210), (x + 46, 210), (x + 58, 515), (x + 36, 515)], fill=(206, 132, 48))
    draw.rounded_rectangle((x - 6, 150, x + 186, 216), 26, fill=BONE)


def _tile(draw: ImageDraw.ImageDraw, x: int, y: int, halves: tuple[int, int]) -> None:
    draw.rounded_rectangle((x + 6, y + 10, x + 176, y + 100), 14, fill=(56, 35, 22))
    draw.rounded_rectangle((x, y, x + 170, y + 90), 14, fill=BONE)
    draw.line((x + 85, y + 10, x + 85, y + 80), fill=EBONY, width=3)
    for half, spots in enumerate(halves):
        for across, down in SPOTS[spots]:
            at = (x + 43 + half * 84 + across * 24, y + 45 + down * 26)
            draw.ellipse((at[0] - 8, at[1] - 8, at[0] + 8, at[1] + 8), fill=EBONY)


def draw_logo() -> bytes:
    """A round of beef on a board, as a shop sign might have it."""
    image = Image.new("RGBA", (480, 480))
    draw = ImageDraw.Draw(image)
    draw.ellipse((10, 10, 470, 470), fill=rgb("bottle"), outline=rgb("amber"), width=18)
    draw.ellipse((110, 130, 370, 350), fill=rgb("claret"), outline=BONE, width=14)
    draw.ellipse((210, 205, 270, 265), fill=BONE)
    draw.rounded_rectangle((96, 356, 384, 386), 12, fill=WOOD)
    return _png(image.resize((240, 240), Image.Resampling.LANCZOS))


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
