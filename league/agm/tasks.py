"""The papers of an annual meeting as long work."""

from collections.abc import Iterator

from django.template.loader import render_to_string

from league.agm.queries.pack import pack_of
from league.documents.kinds import PaperOrder, paper
from league.jobs.kinds import Progress
from league.schedule.models import Season
from league.teams.queries import offices_on_paper

PACK = "agm-pack"
OFFICES = ("Chair", "Secretary", "Treasurer", "Results officer", "Knock-out co-ordinator", "Auditor")
FEES = ("A team", "A player", "A cup entry", "A late card", "A missed meeting")
LINES = range(20)


@paper(PACK)
def agm_pack(asked: PaperOrder, progress: Progress) -> Iterator[str | bytes]:
    """Everything for the table at the annual meeting; `args` is "season", a slug."""
    season = Season.objects.select_related("league").get(slug=asked.args["season"], league=asked.league)
    progress.say("Reading the tables")
    pack = pack_of(season, asked.at)
    progress.say("Drawing the pages")
    context = {"pack": pack, "report": pack.report, "league": asked.league, "stamp": asked.at}
    context |= {"offices": offices_on_paper(asked.league, OFFICES), "fees": FEES, "lines": LINES}
    yield render_to_string("agm/pack/pack.html", context)
