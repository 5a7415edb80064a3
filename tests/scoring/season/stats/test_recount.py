"""Whole generated seasons counted twice: by the engine, and game by game off the cards, without it."""

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.card.match import Match, Player, Squad
from scoring.card.outcome import appearances
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Ending, How, Side
from scoring.season.averages import averages
from scoring.season.outings import (
    Outing,
    PlayedLine,
    against,
    beside,
    by_kind,
    career_of,
    group_by,
    in_order,
    nights,
    record,
)
from scoring.season.specimen import Habits, generate_card

FIRST = date(2026, 9, 7)
FORMATS = sorted(PRESETS)


def squads(number: int, players: int) -> list[Squad]:
    def member(team: int, number: int) -> Player:
        return Player(f"{team}-{number}", f"Player {team} {number}", date(2000, 1, 1))

    return [Squad(f"t{t}", f"Team {t}", tuple(member(t, number) for number in range(players))) for t in range(number)]


def cards_of(seed: int, key: str, teams: int = 3):
    """Every pair twice, a night each: (match, on, home, away, card)."""
    league, dice = preset(key), Random(seed)
    sides = squads(teams, max(league.format.side + 2, 8))
    night = 0
    for home in sides:
        for away in sides:
            if home is not away:
                on = FIRST + timedelta(weeks=night)
                match = Match(league.format, league.scheme, home, away, on)
                yield f"m{night:02}", on, home, away, generate_card(dice, match, habits=Habits(quick=0.0, short=0.2))
                night += 1


def outings(played, form) -> list[Outing]:
    """What the site makes of cards, as values."""
    numbers = {line.label: (number, line.players) for number, line in enumerate(form.lines)}
    found = []
    for match, on, home, away, card in played:
        listed = appearances(card, form)
        for each in listed:
            number, size = numbers[each.label]
            ours = home if each.side is Side.HOME else away
            there = tuple(o.player.id for o in listed if o.label == each.label and o.side is not each.side)
            beside = tuple(o.id for o in each.partners)
            value = Outing(each.player.id, "26", match, on, ours.id, number, size, each.won, each.lost)
            found.append(value._replace(pegs=each.pegs, partners=beside, opponents=there, label=each.label))
    return found


def games(played, form):
    """Game by game and side by side: match, line, players a side, ours, theirs, and whether we won."""
    for match, _on, _home, _away, card in played:
        if card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
            continue
        for number, line in enumerate(card.lines):
            home, away = [each.id for each in line.home], [each.id for each in line.away]
            for game in line.games:
                if game.how is How.PLAYED and game.winner is not None:
                    size = form.lines[number].players
                    yield match, number, size, home, away, game.winner is Side.HOME
                    yield match, number, size, away, home, game.winner is Side.AWAY


class Recount:
    """Games added up one by one, and by player."""

    def __init__(self, played, form):
        self.won, self.lost, self.matches = Counter(), Counter(), defaultdict(set)
        self.beside, self.against = defaultdict(Counter), defaultdict(Counter)
        self.sizes, self.lines = defaultdict(Counter), defaultdict(lambda: defaultdict(list))
        for match, number, size, ours, theirs, yes in games(played, form):
            for player in ours:
                (self.won if yes else self.lost)[player] += 1
                self.matches[player].add(match)
                self.sizes[player][size, yes] += 1
                self.lines[player][match, number].append(yes)
                self.beside[player].update(other for other in ours if other != player)
                self.against[player].update(theirs)

    def clean(self, player):
        """Lines of several games of which every one was won, by how many they were."""
        return Counter(len(line) for line in self.lines[player].values() if len(line) > 1 and all(line))

    def standing(self, player):
        played = self.won[player] + self.lost[player]
        return Fraction(self.won[player], max(1, played)), self.won[player]


SIDES = ("partners", "opponents")


def games_with(lines_with, theirs, others):
    """Games on lines with or against each of these, but where none was won."""
    found = {other: record(lines_with(theirs, other)).played for other in others}
    return {other: games for other, games in found.items() if games}


@pytest.mark.parametrize("key", FORMATS)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_records_equal_a_recount(key, seed):
    form = preset(key).format
    played = list(cards_of(seed, key))
    counted = Recount(played, form)
    mine = group_by(outings(played, form), lambda each: each.player)
    assert {player for player, theirs in mine.items() if record(theirs).played} == set(counted.matches)
    for player, theirs in mine.items():
        total = record(theirs)
        assert (total.won, total.lost) == (counted.won[player], counted.lost[player])
        assert sum(each.won for each in nights(theirs)) == total.won
        sizes = counted.sizes[player]
        assert {size: (each.won, each.lost) for size, each in by_kind(theirs).items() if each.played} == {
            size: (sizes[size, True], sizes[size, False]) for size, _ in sizes
        }
        partners, opponents = ({other for line in theirs for other in getattr(line, each)} for each in SIDES)
        assert games_with(beside, theirs, partners) == counted.beside[player]
        assert games_with(against, theirs, opponents) == counted.against[player]
        career = career_of(map(line_of, in_order(each for each in theirs if each.won + each.lost)))
        assert replace(career.total, matches=total.matches) == total
        assert {size: each.played for size, each in career.kinds.items()} == Counter(
            size for size, _ in sizes.elements()
        )
        assert dict(career.sweeps) == counted.clean(player)
        margins = [2 * sum(line) - len(line) for _, line in sorted(counted.lines[player].items())]
        assert career.runs.won.most == longest(margins)


def line_of(outing: Outing) -> PlayedLine:
    """The same by numbers."""
    season, match, team = (int(each.lstrip("mt")) for each in (outing.season, outing.match, outing.team))
    same = {name: getattr(outing, name) for name in ("cup", "line", "players", "won", "lost", "pegs", "label")}
    return PlayedLine(season=season, match=match, team=team, **same)


def longest(margins: list[int]) -> int:
    """The longest row of lines won, by another way than the engine's: in letters."""
    letters = "".join("W" if margin > 0 else "-" for margin in margins)
    return max(map(len, letters.split("-")))


@pytest.mark.parametrize("key", FORMATS)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_averages_equal_a_recount(key, seed):
    form = preset(key).format
    played = list(cards_of(seed, key))
    counted, held = Recount(played, form), outings(played, form)
    found = averages(held)
    everybody = (*found.ranked, *found.short)
    assert {each.player for each in everybody} == {each.player for each in held}
    for each in everybody:
        team = f"t{each.player.partition('-')[0]}"
        assert each.needed == max(1, -(-len({other.match for other in held if other.team == team}) // 2))
        assert (each.record.matches >= each.needed) == (each in found.ranked)
    standing = {each.player: counted.standing(each.player) for each in found.ranked}
    for each in found.ranked:
        assert each.place == 1 + sum(other > standing[each.player] for other in standing.values())
        assert each.shared == (list(standing.values()).count(standing[each.player]) > 1)
