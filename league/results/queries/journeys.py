"""A card on its way: what one person has filled in of one match, and in which order it is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil

from league.base.accounts.models import User
from league.results.choices import ResultState, SentFor
from league.results.models import Draft, Result
from league.results.queries.appearances import last_line_up
from league.results.queries.facts import match_for
from league.results.values import NEW, LivePrefill, card_of, entry_of, match_night
from league.schedule.models import Entry, Fixture
from league.teams.models import Player
from scoring import codec
from scoring.card.differences import differences, fill, overwrite
from scoring.card.format import Format
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Difference, Match, Squad
from scoring.card.sheet import Card, LineScore, Side
from scoring.season.order_draw import BY_LOT, card_of_places

GAMES_ON_A_PAGE = 4

Present = Mapping[Side, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Journey:
    """One person's card of one match. `present` are keys of players, or "+" and a name that signs on the card.
    Games recorded live, in `prefill`, are on the card wherever the person wrote nothing.
    """

    fixture: Fixture
    rules: LeagueRules
    match: Match
    acts_for: SentFor
    draft: Draft | None
    card: Card
    present: Present
    prefill: LivePrefill | None = None

    @property
    def disputed(self) -> tuple[Difference, ...]:
        """Where the person wrote something else than was recorded: ours is the card's."""
        return differences(self.card, overwrite(self.card, self.prefill.card), self.match) if self.prefill else ()

    @property
    def pages(self) -> tuple[tuple[int, ...], ...]:
        return pages(self.rules.format)

    def entry(self, side: Side) -> Entry:
        return entry_of(self.fixture, side)

    def last_lines(self, side: Side) -> dict[int, list[str]]:
        """Who played on each line last time, two queries; those entered by name play, and nobody else."""
        if self.entry(side).slug:
            return {0: [player.id for player in self.match.squad(side).players]}
        return last_line_up(self.entry(side).team, self.match.on)

    @property
    def names(self) -> dict[str, str]:
        """The name of every player of the league who has a team, by key."""
        others = {player.id: player.name for player in self.match.elsewhere}
        return others | {player.id: player.name for side in Side for player in self.match.squad(side).players}

    def label(self, key: str, side: Side) -> str:
        """A player as a choice of one side: of another team with that team; "" for nobody who is known."""
        name = self.names.get(key, "")
        if any(player.id == key for player in self.match.squad(side).players):
            return name
        teams = {player.id: player.tied_to for player in self.match.elsewhere}
        teams |= {player.id: self.match.squad(side.other).name for player in self.match.squad(side.other).players}
        return f"{name} ({teams[key]})" if teams.get(key) else name


def journey_of(fixture: Fixture, user: User, acts_for: SentFor) -> Journey:
    """A person's card as far as it is: three queries, and those of the live prefill.
    A card that is not begun has the players whom the person's own side expects; never the other side's.
    """
    rules = fixture.rules_in_force()
    draft = Draft.objects.filter(fixture=fixture, by=user).first()
    by_code = None if draft else _card_by_code(fixture, acts_for)
    card = codec.decode_as(Card, draft.card) if draft else by_code or Card()
    saved: Mapping[str, Sequence[str]] = draft.present if draft else named_on(by_code, rules.format) if by_code else {}
    if draft is None and by_code is None:
        saved = {side: match_night().expected_players(fixture, side) for side in Side if side == acts_for}
    prefill = match_night().live_prefill(fixture, rules)
    recorded = prefill.present if prefill else {}
    present = {side: tuple(dict.fromkeys([*saved.get(side, ()), *recorded.get(side, ())])) for side in Side}
    card = fill(card, prefill.card) if prefill else card
    match, drawn = match_for(fixture, rules=rules), match_night().drawn_order(fixture)
    if drawn is not None:
        names = {player.id: player.name for side in Side for player in match.squad(side).players}
        card = fill(card, card_of_places(dict(drawn), names))
        present = {side: present[side] or tuple(dict.fromkeys(chain(*drawn[side]))) for side in Side}
    return Journey(fixture, rules, match, acts_for, draft, card, present, prefill)


def _card_by_code(fixture: Fixture, acts_for: SentFor) -> Card | None:
    """The lines of a card that came by the code, as far as this side may see it: what its captain begins with."""
    result = Result.objects.select_related("submission").filter(fixture=fixture, submission__by=None).first()
    hidden = result is not None and result.state == ResultState.SEALED
    if result is None or (hidden and acts_for not in {result.submission.sent_for, SentFor.LEAGUE}):
        return None
    card = card_of(result.submission)
    return card if card and card.lines else None


def named_on(card: Card, form: Format) -> dict[str, list[str]]:
    """Everybody whom a card names, as a draft keeps who was there."""
    lines = whole_lines(card, form)
    return {
        side.value: list(dict.fromkeys(each.id or NEW + each.name for line in lines for each in line.players(side)))
        for side in Side
    }


def pages(form: Format) -> tuple[tuple[int, ...], ...]:
    """The lines of a format by page, as numbers from 0: lines of a kind together, about four games on each."""
    cut: list[tuple[int, ...]] = []
    for kind in form.kinds:
        of_kind = [number for number, line in enumerate(form.lines) if line.kind == kind]
        games = sum(form.lines[number].games for number in of_kind)
        size = ceil(len(of_kind) / min(len(of_kind), ceil(games / GAMES_ON_A_PAGE)))
        cut += [tuple(of_kind[start : start + size]) for start in range(0, len(of_kind), size)]
    return tuple(sorted(cut))


def whole_lines(card: Card, form: Format) -> tuple[LineScore, ...]:
    """The lines of a card, with an empty one for each that is not there yet."""
    return tuple(card.lines[number] if number < len(card.lines) else LineScore() for number in range(len(form.lines)))


def suggested(journey: Journey, side: Side) -> dict[int, tuple[str, ...]]:
    """Who may be on each line that has nobody yet, nobody twice at one kind of game: last time's, then the others.
    Of pairs only last time's are suggested, and nobody where the players are drawn.
    """
    form = journey.rules.format
    if form.order in BY_LOT:
        return {}
    last = journey.last_lines(side)
    order = [key for number in sorted(last) for key in last[number]]
    order = list(dict.fromkeys([*(key for key in order if key in journey.present[side]), *journey.present[side]]))
    lines = whole_lines(journey.card, form)
    offered: dict[int, tuple[str, ...]] = {}
    for kind in form.kinds:
        numbers = [number for number, line in enumerate(form.lines) if line.kind == kind]
        used = {named.id or NEW + named.name for number in numbers for named in lines[number].players(side)}
        free = [key for key in order if key not in used]
        for number in numbers:
            if not lines[number].players(side):
                offered[number] = _pick(free, last.get(number, []), kind.players)
    return offered


def _pick(free: list[str], last: list[str], number: int) -> tuple[str, ...]:
    """Take `number` players out of `free`: last time's if they are all there; for a pair nobody else."""
    keys = [key for key in last if key in free]
    picked = keys if keys or number > 1 else free[:1]
    for key in picked:
        free.remove(key)
    return tuple(picked)


def journey_by_code(
    fixture: Fixture, card: Card | None = None, names: Mapping[Side, Sequence[str]] | None = None
) -> Journey:
    """A card as the holder of the paper fills it in; `names` are of players who are not printed on it.
    It is checked against the squads under their public names, and nobody else.
    """
    rules = fixture.rules_in_force()
    match = match_for(fixture, rules=rules)
    keys = [int(player.id) for side in Side for player in match.squad(side).players]
    players = Player.objects.filter(pk__in=keys).select_related("league")
    public = {str(player.pk): player.public_name for player in players}

    def printed(squad: Squad) -> Squad:
        players = (replace(each, name=public.get(each.id, each.name), known_as=()) for each in squad.players)
        return replace(squad, players=tuple(sorted(players, key=lambda each: each.name)))

    match = replace(match, home=printed(match.home), away=printed(match.away), elsewhere=(), playing_up=None)
    new = names or {}
    present = {
        side: (*(player.id for player in match.squad(side).players), *(NEW + name for name in new.get(side, ())))
        for side in Side
    }
    return Journey(fixture, rules, match, SentFor.HOME, None, card or Card(), present)
