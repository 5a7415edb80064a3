"""A pack of blank cards, a few sheets at a time."""

from collections.abc import Iterator
from datetime import date

from django.template.loader import render_to_string
from django.urls import reverse

from league.documents.kinds import Asked, paper
from league.documents.pdf import draw
from league.documents.queries.packs import blank_sheets, matches_by_key, pack_of
from league.documents.queries.sheets import Sheet, full_name, public_name
from league.jobs.kinds import Progress
from league.ui.qr import qr_code

CARDS = "cards"
AT_ONCE = 4  # sheets that are drawn together: fewer cost more each, six take thirty megabytes more


@paper(CARDS)
def cards(asked: Asked, progress: Progress) -> Iterator[bytes]:
    """The blank cards of a night, of a venue, or of all that is still to be played this season.

    `args` are "night" as ISO text or None, and "venue", a slug or "".
    """
    night = asked.args["night"] and date.fromisoformat(asked.args["night"])
    keys = list(pack_of(asked.league, night, asked.args["venue"]).values_list("pk", flat=True))
    write = full_name if asked.full_names else public_name
    for first in range(0, len(keys), AT_ONCE):
        sheets = blank_sheets(matches_by_key(keys[first : first + AT_ONCE]), write)
        numbered = [_card(number, sheet, asked.site) for number, sheet in enumerate(sheets, first + 1)]
        progress.say(f"Card {first + len(numbered)} of {len(keys)}", done=first, total=len(keys))
        context = {
            "cards": numbered,
            "total": len(keys),
            "title": f"Match cards, {asked.league.name}",
            "league": asked.league,
            "stamp": asked.at,
            "type_at": asked.site.partition("://")[2] + reverse("short-code"),
        }
        # For the pen. To tell a screen reader of every box would make it half as long again to draw, and to load.
        yield draw(render_to_string("documents/cards.html", context), tagged=False)


def _card(number: int, sheet: Sheet, site: str) -> dict[str, object]:
    address = site + reverse("match-code", args=[sheet.fixture.code])
    return {"number": number, "sheet": sheet, "qr": qr_code(address)}
