"""What the ties of a cup want: which matches they are played as, by when, and which of them somebody must see to.

Knows the bracket, the rows of its matches and the days of its rounds. Refuses to make or strike out anything.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.text import capfirst
from django.utils.timezone import localdate

from league.cups.models import Cup, Round, Tie
from league.cups.queries.book import Account, account_from, names_of, ties_of
from league.cups.queries.facts import attempt_at, stored_facts
from league.cups.queries.words import named_round, round_name, side_name, tie_name
from league.fixtures.choices import FixtureState
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.card import best_of_words
from scoring.season.knockout.plan import Part

PLAYABLE = (State.TO_PLAY, State.PART, State.LEVEL)
ORDINALS = {1: "first leg", 2: "second leg"}
Days = Mapping[tuple[str, int], Round]


@dataclass(frozen=True, slots=True)
class Leg:
    """One match that a tie wants: `leg` from 1, a decider being one more; `first_home`: the first drawn is at home."""

    tie: BracketTie
    leg: int
    attempt: int
    first_home: bool
    decider: bool
    stage: str

    @property
    def home(self) -> str:
        """The key of the home side; the tie knows both."""
        return str(self.tie.first if self.first_home else self.tie.second)

    @property
    def away(self) -> str:
        return str(self.tie.second if self.first_home else self.tie.first)


def days_of(cup: Cup) -> Days:
    """When each round of each part is to be played, by part and number: one query."""
    return days_by_cup([cup]).get(cup.pk, {})


def days_by_cup(cups: Iterable[Cup]) -> dict[int, Days]:
    """The same of several cups, by their keys: one query."""
    found: dict[int, dict[tuple[str, int], Round]] = {}
    for row in Round.objects.filter(cup__in=list(cups)).select_related("night__venue", "night__season"):
        found.setdefault(row.cup_id, {})[row.part, row.round] = row
    return dict(found)


def legs_wanted(bracket: Bracket, tie: BracketTie, attempt: int) -> Iterator[Leg]:
    """The matches that a tie is played as, once both its sides are known; of a level tie the decider too.

    The first drawn is at home, and away in every second leg; a decider is at the other ground than the leg before.
    """
    form, legs = tie.plan.form, tie.plan.form.legs
    if tie.state not in PLAYABLE:
        return
    last = legs + 1 if tie.state is State.LEVEL and form.decider else legs
    for leg in range(1, last + 1):
        decider = leg > legs
        yield Leg(tie, leg, attempt, leg % 2 == 1, decider, stage_of(bracket, tie, leg, attempt))


def stage_of(bracket: Bracket, tie: BracketTie, leg: int = 1, attempt: int = 1) -> str:
    """What a match of a tie is called in lists: "Semi-final, second leg", "Round 1, replay"."""
    name = round_name(bracket, tie.plan.part, tie.plan.round)
    words = [name.removesuffix("s") if name.endswith("finals") else name]
    if leg > tie.plan.form.legs:
        words.append("decider")
    elif tie.plan.form.legs > 1:
        words.append(ORDINALS.get(leg, f"leg {leg}"))
    if attempt > 1:
        words.append("replay")
    return ", ".join(words)


def rounds_of(bracket: Bracket | None, entrants: int) -> tuple[tuple[Part, int, str], ...]:
    """Every round that a cup has or will have, by part, number and name; before the draw by how many have entered."""
    found: dict[tuple[Part, int], str] = {}
    for number in range(1, max(entrants - 1, 0).bit_length() + 1):
        ties = 2 ** (max(entrants - 1, 0).bit_length() - number)
        found[Part.MAIN, number] = named_round(Part.MAIN, number, ties)
    for tie in bracket.ties if bracket else ():
        found[tie.plan.part, tie.plan.round] = round_name(bracket, tie.plan.part, tie.plan.round)  # type: ignore[arg-type]
    parts = tuple(Part)
    ordered = sorted(found, key=lambda each: (parts.index(each[0]), each[1]))
    return tuple((part, number, found[part, number]) for part, number in ordered)


def form_words(tie: BracketTie) -> str:
    """How a tie is played, and where: "Best of three, first drawn at home"."""
    words = best_of_words(tie.plan.form)
    where = "on neutral ground" if tie.plan.neutral else "" if tie.plan.form.legs > 1 else "first drawn at home"
    words = f"{words}, {where}" if where else words
    return capfirst(words)


# --- whom to chase ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chased:
    """A tie that somebody must see to. `why` is a sentence; `row` is its match, None until it is put up."""

    tie: BracketTie
    name: str
    headline: str
    why: str
    play_by: date | None
    row: Tie | None
    late: bool


def live_rows(account: Account, rows: Mapping[str, tuple[Tie, ...]], tie: BracketTie) -> tuple[Tie, ...]:
    """The matches of a tie's attempt that counts, in the order of its legs; void ones left out."""
    attempt = attempt_at(tie.id, account.of_bracket)
    ours = [row for row in rows.get(tie.id, ()) if row.attempt == attempt]
    return tuple(row for row in ours if row.fixture.state != FixtureState.VOID)


def to_chase(cup: Cup, at: datetime) -> tuple[Chased, ...]:
    """Ties that wait for a match, a date, or a result, those past their day first; five queries."""
    rows = ties_of(cup)
    account = account_from(cup, stored_facts(cup), rows, at)
    if account.bracket is None:
        return ()
    found = chased_in(account, rows, days_of(cup), localdate(at), names_of(cup))
    return tuple(sorted(found, key=lambda each: (not each.late, each.play_by or date.max)))


def chased_in(
    account: Account, rows: Mapping[str, tuple[Tie, ...]], days: Days, today: date, names: Mapping[str, str]
) -> Iterator[Chased]:
    """The same from what was read before, in the order of the bracket."""
    for tie in account.bracket.ties if account.bracket else ():
        if account.bracket is None or tie.state not in PLAYABLE:
            continue
        name, day = tie_name(account.bracket, tie), days.get((tie.plan.part.value, tie.plan.round))
        sides = f"{side_name(tie.first, names)} v {side_name(tie.second, names)}"
        play_by = day.play_by if day else None
        late = play_by is not None and play_by < today
        reasons = [*_reasons(account.cup, live_rows(account, rows, tie), today, late=late)]
        if tie.plan.neutral and not (day and day.night):
            reasons += _without_ground(live_rows(account, rows, tie))
        for why, row, behind in reasons:
            yield Chased(tie, name, sides, why, play_by, row, late=behind)


def _without_ground(rows: tuple[Tie, ...]) -> Iterator[tuple[str, Tie | None, bool]]:
    """Matches on neutral ground that are at one side's own pub still."""
    for row in rows:
        fixture = row.fixture
        own = {entry.team.venue_id for entry in (fixture.home, fixture.away) if entry is not None}
        if fixture.open and fixture.venue_id in own:
            yield "Its neutral ground is to be named.", row, False


def _reasons(cup: Cup, rows: tuple[Tie, ...], today: date, *, late: bool) -> Iterator[tuple[str, Tie | None, bool]]:
    """Why a tie is to be chased, for which of its matches, and whether that is late."""
    open_ones = [row for row in rows if row.fixture.open]
    if cup.by_card and not open_ones and not any(hasattr(row.fixture, "result") for row in rows):
        yield "Its match is not put up yet.", None, late
    for row in open_ones:
        if row.fixture.date is None:
            yield "It is past its day and has no date." if late else "It has no date yet.", row, late
        elif row.fixture.date < today:
            yield "It has been played, or should have been, and no card has come.", row, True
