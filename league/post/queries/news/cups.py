"""What captains are told of a cup: that it is drawn, and whom they meet."""

from collections.abc import Iterator

from league.audit.models import Entry
from league.cups.models import Cup
from league.fixtures.models import Entry as Side
from league.post.choices import Kind
from league.post.queries.letters import Letter, when
from league.post.queries.news.subjects import fixture_of, keys_of, source
from league.post.queries.people import LEADERS, both_sides, holders
from league.ui.words import night, one_line


def drawn(entry: Entry) -> Iterator[Letter]:
    """Captains of the teams that are in the cup."""
    cup = (
        Cup.objects.filter(pk__in=keys_of(entry, "cup"))
        .select_related("division__competition__season__league")
        .order_by("pk")
        .first()
    )
    if cup is None:
        return
    teams = Side.objects.filter(division=cup.division, withdrawn_on=None).values_list("team", flat=True)
    for person in holders(cup.season.league, LEADERS, teams):
        words = (one_line(entry.words), "Whom you meet comes in a mail of its own, as soon as it is known.")
        buttons = (("See the draw", cup.get_absolute_url()),)
        yield Letter(Kind.CUP, person, source(entry), f"{cup}: the draw is made", words, (), buttons)


def to_play(entry: Entry) -> Iterator[Letter]:
    """The two sides of a tie whose names are known now."""
    fixture = fixture_of(entry)
    if fixture is None or not fixture.open:
        return
    dated = (("When", when(fixture)),) if fixture.date else ()
    by = (("To be played by", night(fixture.play_by)),) if fixture.play_by else ()
    facts = (("Tie", str(fixture)), *dated, ("At", str(fixture.venue)), *by)
    words = ("You two arrange the date: offer up to three, and the other side takes one.",)
    for person in both_sides(fixture):
        yield Letter(
            Kind.CUP,
            person,
            source(entry),
            f"{fixture}: {fixture.occasion}",
            ("It is on the day below.",) if fixture.date else words,
            facts,
            (("See the tie" if fixture.date else "Offer dates", fixture.get_absolute_url()),),
            fixture=fixture if fixture.date else None,
        )
