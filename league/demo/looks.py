"""What the demonstration's leagues look like: colours for every team, and a crest that is drawn here.

Knows names of teams, and colours. Drawn with plain shapes, so that the same day gives the same bytes.
"""

from datetime import datetime
from io import BytesIO

from django.core.files.base import ContentFile
from PIL import Image, ImageDraw

from league.accounts.models import User
from league.teams.actions.looks import settle_league_look
from league.teams.models import League, Team
from league.ui.palette import Kit, rgb

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
