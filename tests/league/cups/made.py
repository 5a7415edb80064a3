"""Whole cups made at once, as the actions would have left them: for pages, budgets and paper."""

from datetime import date, time, timedelta

from league.cups.models import Cup, CupState, Entrant, EntrantKind, Fact, FactKind, Round, Tie
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.teams.models import Player
from scoring import codec
from scoring.season.knockout import cups, draw
from scoring.season.knockout.bracket import State, bracket
from scoring.season.knockout.cups import Part
from scoring.season.knockout.facts import Drawn, Scored
from tests.factories import SIGNED, make_user, slugged
from tests.played import make_clubs

BY = date(2026, 10, 3)


def make_cup(season: Season, number: int, *, name: str = "Singles", rules: cups.Cup = cups.SINGLES, played: int = 0,
             dated: bool = True, by=None, players: list[Player] | None = None, drawn: bool = True) -> Cup:  # fmt: skip
    """Singles with so many entrants; the first of the two wins every tie of the first `played` rounds, tie by tie.

    With `dated` every tie whose two sides are known has a night; the rounds have their last days.
    """
    by = by or make_user("Cora Co-ordinator")
    players = players or [each for club in make_clubs(season.league, number // 8 + 1, squad=8) for each in club.players]
    competition = Competition.objects.create(
        season=season, kind=CompetitionKind.CUP, name=name, slug=slugged(name), rules=season.league.rules
    )
    division = Division.objects.create(competition=competition, name=name, slug=slugged(name))
    cup = Cup.objects.create(
        division=division,
        kind=EntrantKind.SINGLES,
        rules=codec.encode(rules),
        draw_rules=codec.encode(draw.DrawRules()),
    )
    entrants = _entered(cup, players[:number], by)
    if drawn:
        _drawn(cup, rules, entrants, played, by, dated=dated)
    return cup


def _entered(cup: Cup, players: list[Player], by) -> dict[str, Entrant]:
    entries = Entry.objects.bulk_create(
        Entry(division=cup.division, team=each.registrations.all()[0].team, name=each.public_name, slug=each.slug)
        for each in players
    )
    through = Entry.players.through
    through.objects.bulk_create(
        through(entry_id=entry.pk, player_id=player.pk) for entry, player in zip(entries, players, strict=True)
    )
    rows = Entrant.objects.bulk_create(
        Entrant(cup=cup, entry=entry, number=number, venue=entry.team.venue, by=by, at=SIGNED)
        for number, entry in enumerate(entries, start=1)
    )
    return {row.key: row for row in rows}


def _drawn(cup: Cup, rules: cups.Cup, entrants: dict[str, Entrant], played: int, by, *, dated: bool) -> None:
    first = draw.make_draw([draw.Entrant(key) for key in entrants], draw.DrawRules(), draw.Lots("4 11 23", "main 1"))
    facts = [Drawn(Part.MAIN, 1, first)]
    for number in range(1, played + 1):
        ties = [tie for tie in bracket(rules, first, facts[1:]).ties if tie.plan.round == number]
        facts += [Scored(tie.id, *_won(tie.plan.form)) for tie in ties if tie.state is State.TO_PLAY]
    Fact.objects.bulk_create(
        Fact(
            cup=cup, number=i, kind=FactKind.DRAWN if i == 1 else FactKind.SCORED, body=codec.encode(fact), by=by,
            at=SIGNED,
        )
        for i, fact in enumerate(facts, start=1)
    )  # fmt: skip
    found = bracket(rules, first, facts[1:])
    rounds = sorted({tie.plan.round for tie in found.ties if tie.plan.part is Part.MAIN})
    Round.objects.bulk_create(
        Round(cup=cup, part=Part.MAIN, round=number, play_by=BY + timedelta(weeks=4 * number)) for number in rounds
    )
    if dated:
        _put_up(cup, found, entrants)
    cup.state = CupState.DRAWN
    cup.save()


def _won(form: cups.TieForm) -> tuple[int, int]:
    return (form.best_of // 2 + 1, form.best_of // 2) if form.best_of else (form.games - 1, 1)


def _put_up(cup: Cup, found, entrants: dict[str, Entrant]) -> None:
    """A night for every tie with two sides."""
    met = [tie for tie in found.ties if isinstance(tie.first, str) and isinstance(tie.second, str)]
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            league=cup.season.league, division=cup.division, week=tie.plan.round, home=entrants[tie.first].entry,
            away=entrants[tie.second].entry, date=BY + timedelta(weeks=4 * tie.plan.round, days=-4),
            first_date=BY + timedelta(weeks=4 * tie.plan.round, days=-4), start_time=time(20),
            venue=entrants[tie.first].venue, code=f"c{cup.pk}t{i}",
        )
        for i, tie in enumerate(met)
    )  # fmt: skip
    Tie.objects.bulk_create(Tie(cup=cup, tie=tie.id, fixture=row) for tie, row in zip(met, fixtures, strict=True))
