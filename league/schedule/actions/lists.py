"""Putting a season's list of matches in place."""

from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime
from hashlib import sha256
from itertools import count

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError, Q
from django.db.models.deletion import Collector

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.hold import bump_version, lock_fixtures
from league.schedule.choices import FixtureState, ListState
from league.schedule.models import Competition, Fixture, FixtureList
from league.schedule.queries.plan import Plan, Planned, plan_fixtures
from league.ui.words import night

# Easy to read out and to copy from paper: no vowels, so no words, and nothing that looks like something else.
LETTERS = "BCDFGHJKMNPQRTVWXY346789"
CODE_LENGTH = 6


def generate_fixtures(
    *, competition: Competition, first: date, by: User, at: datetime, without: Collection[date] = (), draw: int = 0
) -> Plan:
    """Put the matches of `plan_fixtures` with the same arguments in the list, in place of those that are there.

    Never once a card has come in: from then on the list is changed match by match.
    """
    with write_tx():
        hold_competition(competition)
        lock_fixtures(Q(division__competition=competition))
        # Read now: with every match held, no first result can freeze it any more.
        held = Competition.objects.select_related("season__league").get(pk=competition.pk)
        plan = plan_fixtures(held, first=first, without=without, draw=draw)
        if plan.problems:
            raise ValidationError(list(plan.problems))
        replaced = take_back(held)
        FixtureList.objects.filter(competition=held, state=ListState.PUBLISHED).update(state=ListState.REPLACED)
        Fixture.objects.bulk_create(_fixtures(held, plan))
        bump_version(held)
        words = f"{plan.played} matches put in the list for season {held.season}, from {night(first)}."
        after = {"matches": plan.played, "first night": str(plan.nights[0]), "last night": str(plan.nights[-1])}
        teams = {match.home.team for match in plan.matches}
        before = {"matches": replaced} if replaced else None
        record_set_up(held, "generate_fixtures", words, by, at, about=tuple(teams), before=before, after=after)
    return plan


def take_back(competition: Competition) -> int:
    """Delete the season's matches as they stand; how many there were. Raises as `refuse_once_begun`."""
    refuse_once_begun(competition)
    old = Fixture.objects.filter(division__competition=competition)
    matches: int = old.exclude(away=None).count()
    old.delete()
    return matches


def refuse_once_begun(competition: Competition) -> None:
    """From the first match that is played, or card that comes in, the list is changed match by match.

    What the apps above keep about a match is asked of the database: whatever protects the match from going.
    """
    old = Fixture.objects.filter(division__competition=competition)
    if competition.frozen_at or old.filter(Q(in_play=True) | Q(state__in=["played", "awarded"])).exists():
        raise ValidationError("Matches of this season have been played, so the list is changed match by match.")
    try:
        Collector(using=old.db).collect(old)
    except ProtectedError as error:
        raise ValidationError("A card has come in, so the list is changed match by match.") from error


def _fixtures(competition: Competition, plan: Plan) -> list[Fixture]:
    season = competition.season
    names = [
        f"{season.league.slug}/{season.slug}/{match.division.slug}/{match.week}/{match.home.pk}"
        for match in plan.matches
    ]
    return [_fixture(competition, match, code) for match, code in zip(plan.matches, new_codes(names), strict=True)]


def _fixture(competition: Competition, match: Planned, code: str) -> Fixture:
    return Fixture(
        league=competition.season.league,
        division=match.division,
        week=match.week,
        half=match.half,
        home=match.home,
        away=match.away,
        date=match.date,
        first_date=match.date,
        start_time=match.home.team.start_time,
        venue=match.home.team.venue,
        state=FixtureState.SCHEDULED,
        code=code,
    )


def new_codes(names: Iterable[str]) -> Iterator[str]:
    """A code that no match of any league has, for each name."""
    taken = set(Fixture._base_manager.values_list("code", flat=True))  # noqa: SLF001 (codes are one set for all leagues)
    return codes(names, taken)


def codes(names: Iterable[str], taken: Collection[str]) -> Iterator[str]:
    """A short code for each name: the same name gives the same code, unless it is taken."""
    used = set(taken)
    for name in names:
        code = next(code for code in codes_for(name) if code not in used)
        used.add(code)
        yield code


def codes_for(name: str) -> Iterator[str]:
    """The codes that a name may have, the first one first."""
    for attempt in count():
        number = int.from_bytes(sha256(f"{name}#{attempt}".encode()).digest())
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        yield "".join(letters)
