"""The large papers of a league of 2 teams and of 16 with the longest names: nothing cut off, nothing alone."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.jobs.kinds import Progress
from league.documents.kinds import PaperOrder, builder_of
from league.documents.pdf.pages import join_pdfs
from league.documents.pdf.weasyprint_sheets import draw
from league.results.choices import SentFor
from league.teams.actions.join_requests import make_join_links
from league.teams.models import Player
from tests.factories import FIRST_NIGHT, SIGNED, league_in_season, make_entry, make_fixture, make_team
from tests.league.cups.made import make_cup
from tests.league.documents.reading import sheets
from tests.league.documents.test_hostile_names import words_beyond_the_edge
from tests.league.lengths import lengthen_everything
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, Evening
from tests.seeds import by_turns

pytestmark = pytest.mark.django_db
FEWEST = 8  # words of a sheet without its foot, which begins at so much of its height
FOOT = 0.93
ORNAMENT = 3  # heights of the season's name, by which the picture on a booklet's cover is high
MARGIN = 3  # points between a round and the names of the next
SITE = "https://league.example"


def nights_of(entries):
    """Everybody against everybody once: the pairs of each night, by the circle."""
    first, *rest = entries
    for _ in rest:
        circle = [first, *rest]
        yield [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]
        rest = [*rest[1:], rest[0]]


def league_of(teams):
    """A league of so many teams with all its matches, a card, a cup that is drawn and join links, and long names."""
    small = league_in_season("leek", teams=teams, squad=14)
    for number in range(len(small.entries), teams):
        small.entries.append(make_entry(small.division, make_team(small.league, f"Arms {number}")))
    for week, pairs in enumerate(nights_of(small.entries), start=3):
        for home, away in pairs:
            make_fixture(home, away, FIRST_NIGHT + timedelta(weeks=week - 1), week)
    with scope(league=small.league):
        Evening(small).send(SentFor.HOME, at=CLOSING_TIME)
        make_join_links(league=small.league, by=small.secretary, at=SIGNED)
    players = Player.objects.filter(league=small.league).order_by("pk")
    cup = make_cup(small.season, teams, players=list(players.prefetch_related("registrations__team"))[:teams])
    lengthen_everything()
    for row in (small.league, small.season, cup, *small.fixtures):
        row.refresh_from_db()
    return small, cup


def papers_of(small, cup):
    """Every paper by its name."""
    match, reader = small.fixtures[0], signed_in(small.secretary)
    paths = {
        "join": reverse("join-sheets", args=["leek"]),
        "result": f"/leek/{match.first_date}/{match.slug}/result-card.pdf",
        "report": reverse("season-report-pdf", args=["leek", small.season.slug]),
        "bracket-a4": f"{cup.get_absolute_url()}bracket-a4.pdf",
        "bracket-a3": f"{cup.get_absolute_url()}bracket-a3.pdf",
    }
    made = {}
    for name, path in paths.items():
        answer = reader.get(path)
        assert answer.status_code == 200, path
        made[name] = answer.content
    booklet = {"season": small.season.slug, "folded": False, "address": f"{SITE}/leek/fixtures/"}
    kinds = {
        "booklet-a5": ("booklet", {**booklet, "size": "a5"}), "booklet-a6": ("booklet", {**booklet, "size": "a6"}),
        "cards": ("cards", {"night": (FIRST_NIGHT + timedelta(weeks=2)).isoformat(), "venue": ""}),
        "agm": ("agm-pack", {"season": small.season.slug}),
    }  # fmt: skip
    for name, (kind, args) in kinds.items():
        order = PaperOrder(small.league, args, CLOSING_TIME, SITE, full_names=True)
        with scope(league=small.league):
            parts = list(builder_of(kind)(order, Progress(1, kind, small.league.pk, None)))
            pages = [draw(part) if isinstance(part, str) else part for part in parts]
        made[name] = pages[0] if len(pages) == 1 else join_pdfs(pages)
    return made


def words_upon_another(words):
    """Words that lie upon the one before or after them."""
    for one, other in pairwise(sorted(words, key=lambda word: (round(word[1]), word[0]))):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        if across > 1 and down > 0.6 * min(one[3] - one[1], other[3] - other[1]):
            yield one[4], other[4]


@pytest.mark.parametrize("teams", by_turns([2, 16], 2))
def test_no_large_paper_loses_a_word_or_leaves_a_heading_alone(db, teams):
    """Names of 58 letters in one word: none leaves its sheet, lies upon another or runs into the next round."""
    with scopes_disabled():
        made = papers_of(*league_of(teams))
    wrong = [(name, word) for name, pdf in made.items() for word in words_beyond_the_edge(pdf)]
    for name, pdf in made.items():
        read = [([word for word in words if word[3] < FOOT * high], words) for _, high, words in sheets(pdf)]
        wrong += [(name, pair) for _, words in read for pair in words_upon_another(words)]
        if "booklet" not in name:  # which has a cover, and sheets with lines for notes
            wrong += [(name, words) for words, _ in read if len(words) < FEWEST]
        if "booklet" in name:
            words = read[0][1]
            season = next(word for word in words if word[4] == "2026-27")
            above = max(word[3] for word in words if word[1] < season[1])
            wrong += (
                [] if season[1] - above > ORNAMENT * (season[3] - season[1]) else [(name, "name upon the ornament")]
            )
        if "bracket" in name and teams == 16:
            words = read[0][0]
            second = next(word[0] for word in words if word[4] == "Quarter-finals")
            wrong += [(name, word) for word in words if word[0] < second - MARGIN < word[2]]
    assert wrong == []
