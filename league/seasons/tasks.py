"""The papers of an annual meeting, made as a background job."""

from collections.abc import Iterator

from django.template.loader import render_to_string

from league.base.jobs.kinds import Progress
from league.documents.kinds import PaperOrder, paper
from league.schedule.models import Season
from league.seasons.queries.season_end import papers_of
from league.teams.queries.people import offices_on_paper
from league.treasury.queries.books import year_page

PACK = "agm-pack"
OFFICES = ("Chair", "Secretary", "Treasurer", "Results officer", "Knock-out co-ordinator", "Auditor")
FEES = ("A team", "A player", "A cup entry", "A late card", "A missed meeting")
LINES = range(20)
# What comes in and what goes out, line beside line, where a league keeps its book elsewhere.
MONEY = (
    ("Brought forward", "Trophies and engraving"),
    ("Team fees", "Finals night and food"),
    ("Players’ fees", "Printing and postage"),
    ("Cup entries", "Website and cards"),
    ("Fines", "Officers’ expenses"),
    ("Raffles", ""),
    ("", ""),
    ("", "Carried forward"),
)


@paper(PACK)
def agm_pack(order: PaperOrder, progress: Progress) -> Iterator[str | bytes]:
    """Everything for the table at the annual meeting; `args` is "season", a slug. With the accounts where they are
    kept here, else with room for them.
    """
    season = Season.objects.select_related("league").get(slug=order.args["season"], league=order.league)
    progress.say("Reading the tables")
    pack = papers_of(season, order.at)
    progress.say("Drawing the pages")
    context = {"pack": pack, "report": pack["report"], "league": order.league, "stamp": order.at}
    if order.league.keeps_money:
        context["accounts"] = year_page(order.league, season.slug, order.at)
    context |= {"offices": offices_on_paper(order.league, OFFICES), "fees": FEES, "lines": LINES, "money": MONEY}
    yield render_to_string("agm/pack/pack.html", context)
