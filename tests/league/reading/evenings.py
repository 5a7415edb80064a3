"""Invented evenings of messages about the matches of a league, made by a seed, with what the matches came to."""

import random
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from datetime import date, datetime, time, timedelta

from league.reading.messages.values import EveningResults, NightContext, NightMatch, Sender

TEAMS = (
    ("Bull", "Bull’s Head", "Railway", "Railway Club", "Crown A", "Crown B", "Bell Inn", "Plough"),
    ("Red Lion", "White Hart", "Phoenix Bar", "Bar 180", "Royal British Legion", "Fox & Hounds", "Six Bells", "Masons"),
    ("St John’s", "The George", "Con. Club", "King’s Arms", "King’s Head", "Labour Club", "Wheatsheaf", "Dog & Duck"),
)
PEOPLE = (
    "Dave Ellis", "Pete Marsh", "Sue Holt", "Karen Booth", "Ian Ward", "Trev Oakes", "Molly Reed", "Jim Hobbs",
    "Ann Frost", "Bob Tate", "Chris Lund", "Den Varley", "Eileen Moss", "Frank Ogle", "Gill Peace", "Harry Quick",
)  # fmt: skip
NIGHT = date(2026, 9, 7)


@dataclass(frozen=True)
class Story:
    """What one side writes: own and other team, their numbers, and whether the writer is at home."""

    own: str
    other: str
    mine: int
    theirs: int
    at_home: bool

    @property
    def winner(self) -> tuple[str, str, int, int]:
        won = self.mine > self.theirs
        return (self.own, self.other, self.mine, self.theirs) if won else (self.other, self.own, self.theirs, self.mine)

    @property
    def by_home(self) -> tuple[str, int, str, int]:
        return (
            (self.own, self.mine, self.other, self.theirs)
            if self.at_home
            else (self.other, self.theirs, self.own, self.mine)
        )

    @property
    def result(self) -> str:
        return "won" if self.mine > self.theirs else "lost"


Style = Callable[[Story], str]
# Styles that leave no doubt to somebody who knows the fixtures.
PLAIN: tuple[Style, ...] = (
    lambda s: f"{s.own} {s.mine} {s.other} {s.theirs}",
    lambda s: f"{s.other} {s.theirs}, {s.own} {s.mine}",
    lambda s: f"{s.by_home[0]} {s.by_home[1]}-{s.by_home[3]} {s.by_home[2]}",
    lambda s: f"{s.by_home[0]} v {s.by_home[2]} {s.by_home[1]}-{s.by_home[3]}",
    lambda s: f"we {s.result} {max(s.mine, s.theirs)}-{min(s.mine, s.theirs)}",
    lambda s: f"We {s.result} {s.mine} {s.theirs} lads" if s.mine < s.theirs else f"We won {s.mine} {s.theirs} lads",
    lambda s: f"{s.winner[0]} beat {s.winner[1]} {s.winner[2]}-{s.winner[3]}",
    lambda s: (
        f"{s.winner[0]} beat us {s.winner[2]} {s.winner[3]}"
        if s.mine < s.theirs
        else f"Beat {s.other} {s.mine}-{s.theirs}"
    ),
    lambda s: f"{s.result} {max(s.mine, s.theirs)}-{min(s.mine, s.theirs)} tonight",
    lambda s: f"Evening all. {s.own} {s.mine} {s.other} {s.theirs}. Good game, well played",
    lambda s: f"{'home' if (s.mine > s.theirs) == s.at_home else 'away'} win {s.winner[2]} {s.winner[3]}",
    lambda s: f"{s.winner[2]}-{s.winner[3]} to {'us' if s.mine > s.theirs else 'them'}",
    lambda s: f"{s.winner[2]}/{s.winner[3]} to {s.winner[0]}",
    lambda s: (
        f"Lost to {s.other} {s.mine}-{s.theirs} 👏" if s.mine < s.theirs else f"{s.other} lost {s.theirs}-{s.mine} 💪"
    ),
    lambda s: f"RESULT: {s.own.upper()} {s.mine} {s.other.upper()} {s.theirs}",
    lambda s: f"{s.own.lower()} {s.mine}\n{s.other.lower()} {s.theirs}",
    lambda s: f"{s.winner[2]}-{s.winner[3]} win for {s.winner[0]}",
    lambda s: f"Hi, tonight’s result {s.own} {s.mine} - {s.theirs} {s.other}, thanks",
    lambda s: f"us {s.mine} them {s.theirs}",
    lambda s: f"*{s.own} {s.mine} {s.other} {s.theirs}*",
    lambda s: f"{s.winner[1]} went down {s.winner[2]}-{s.winner[3]} to {s.winner[0]}",
    lambda s: f"Home {s.by_home[1]} Away {s.by_home[3]}",
    lambda s: f"{s.own} {s.mine} {s.other} {s.theirs}. Thanks for the pie and peas, lovely spread as ever",
)
# Styles that somebody has to be asked about.
HAZY: tuple[Style, ...] = (
    lambda s: f"{s.mine}/{s.theirs}",
    lambda s: f"{s.mine} {s.theirs}",
    lambda s: f"RESULT {s.theirs}-{s.mine}",
    lambda s: f"we were {s.theirs}-{s.mine} up and {s.result}" if s.mine != s.theirs else f"{s.mine}-{s.theirs}",
    lambda s: f"{s.mine}-{s.theirs} I think, check with {s.other}",
    lambda s: f"{s.own} {s.mine} {s.other} {s.theirs}?",
    lambda s: f"Never been so embarrassed, {s.mine}-{s.theirs} at ours",
    lambda s: f"{s.other} {s.mine} {s.own} {s.theirs} no wait other way round",
    lambda s: f"{s.own} {s.mine} {s.other} {s.theirs} 😉",
    lambda s: f"we {s.result} {s.mine + 1}-{s.theirs}",
)
# What is not about a result of the evening; some of it sounds so.
CHATTER: tuple[str, ...] = (
    "Anyone seen my coat?", "👍", "Darts Thursday 7.30, who is in?", "<Media omitted>", "What a night",
    "Well done lads",     "Call me on 07700 900123", "AGM is 21/10/2026 at 8.00pm", "Darts: lost 5-2 to the Fox",
    "Table booked for 12 on Friday", "This message was deleted", "Man City 3-1 up at half time",
    "Who is on cards next week?",
    "See you all at the Railway next week", "Pool team won 4-1", "Happy birthday Trev, 70 today!",
    "Bring £2 a head for the raffle",
)  # fmt: skip


@dataclass
class MadeEvening:
    league: NightContext
    text: str = ""
    truth: dict[int, tuple[int, int]] = field(default_factory=dict)  # of the matches about which something was written


@dataclass(frozen=True)
class Count:
    right: int
    asked: int
    wrong: int
    lost: int
    right_match: int

    def __add__(self, other: "Count") -> "Count":
        return Count(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    @property
    def results(self) -> int:
        return self.right + self.asked + self.wrong + self.lost


def made_evening(seed: int) -> MadeEvening:
    chance = random.Random(seed)
    names = list(TEAMS[seed % len(TEAMS)])
    chance.shuffle(names)
    tonight = [NightMatch(key, names[2 * key], names[2 * key + 1], NIGHT, 9) for key in range(4)]
    last_week = [
        NightMatch(
            10 + key, names[2 * key + 1], names[(2 * key + 2) % 8], NIGHT - timedelta(days=7), 9, chance.random() < 0.4
        )
        for key in range(4)
    ]
    people = list(PEOPLE)
    chance.shuffle(people)
    senders = tuple(Sender(person, (team,)) for team, person in zip(names, people, strict=False))
    made = MadeEvening(NightContext((*tonight, *last_week), senders))
    captains = {sender.teams[0]: sender.name for sender in senders}
    lines: list[tuple[datetime, str, str]] = []
    start = datetime.combine(NIGHT, time(22, 10))
    lines += _noise(chance, captains, datetime.combine(NIGHT, time(17)), 2)
    lines.append((datetime.combine(NIGHT, time(17, 30)), chance.choice(people[:8]), "Reckon 6-3 tonight"))
    for match in tonight:
        lines += _reports(chance, made, match, captains, start + timedelta(minutes=chance.randrange(60)))
    lines += _noise(chance, captains, start, 4)
    for match in last_week:
        if chance.random() < 0.5:
            lines.append(
                (datetime.combine(match.day, time(22, 30)), captains[match.home], f"{match.home} 4 {match.away} 5")
            )
            if match.open:
                made.truth[match.key] = (4, 5)
    made.text = _written(chance, sorted(lines), seed)
    return made


def _reports(
    chance: random.Random, made: MadeEvening, match: NightMatch, captains: dict[str, str], at: datetime
) -> list[tuple[datetime, str, str]]:
    fate = chance.random()
    if fate < 0.06:
        word = chance.choice(("P/P", "called off, no team", "walkover 9-0 to us", "w/o"))
        return [(at, captains[match.home], f"{match.home} v {match.away} {word}")]
    if fate < 0.1:
        return []
    home = chance.randrange(10)
    made.truth[match.key] = (home, 9 - home)
    stories = {
        match.home: Story(match.home, match.away, home, 9 - home, at_home=True),
        match.away: Story(match.away, match.home, 9 - home, home, at_home=False),
    }
    writer = chance.choice((match.home, match.away))
    style = chance.choice(PLAIN if chance.random() < 0.8 else HAZY)
    minute = timedelta(minutes=1)
    reports = [(at, captains[writer], style(stories[writer]))]
    if chance.random() < 0.15:  # a correction a minute later
        story = stories[writer]
        slip = (story.mine + 1, story.theirs - 1) if story.theirs else (story.mine - 1, story.theirs + 1)
        reports = [
            (at, captains[writer], f"{story.own} {slip[0]} {story.other} {slip[1]}"),
            (at + minute, captains[writer], f"sorry {story.mine}-{story.theirs} not {slip[0]}-{slip[1]}"),
        ]
    elif chance.random() < 0.3:  # the other captain too
        other = match.away if writer == match.home else match.home
        reports.append((at + 2 * minute, captains[other], chance.choice(PLAIN)(stories[other])))
    elif chance.random() < 0.08:
        reports.append(
            (at + minute, captains[writer], chance.choice(("sorry wrong way round", "ignore that", "only joking lads")))
        )
    return reports


def _noise(
    chance: random.Random, captains: dict[str, str], start: datetime, most: int
) -> list[tuple[datetime, str, str]]:
    return [
        (
            start + timedelta(minutes=chance.randrange(90)),
            chance.choice(list(captains.values())),
            chance.choice(CHATTER),
        )
        for _ in range(chance.randrange(most + 1))
    ]


def _written(chance: random.Random, lines: list[tuple[datetime, str, str]], seed: int) -> str:
    forms: tuple[Callable[[datetime, str, str], str], ...] = (
        lambda at, who, text: f"{at:%d/%m/%Y, %H:%M} - {who}: {text}",
        lambda at, who, text: f"[{at:%d/%m/%Y, %H:%M:%S}] {who}: {text}",
        lambda at, who, text: f"[{at:%H:%M, %d/%m/%Y}] {who}: {text}",
        lambda at, who, text: (
            f"From: {who} <x@example.org>\nDate: {at:%a, %d %b %Y %H:%M}\nSubject: result\n\n{text}\n\n> an old 4-5\n"
        ),
        lambda at, who, text: f"{at:%d/%m/%y, %I:%M} {at:%p} - {who}: {text}".replace("AM", "am").replace("PM", "pm"),
    )
    form = forms[seed % len(forms)]
    return "\n".join(form(*line) for line in lines)


def count(made: MadeEvening, evening: EveningResults) -> Count:
    """How many of the results came out right, asked, wrong or not at all; what should not be there is wrong."""
    proposals = {each.match.key: (each.home, each.away) for each in evening.proposals}
    asked = {match.key for question in evening.questions for match in question.matches}
    right = sum(proposals.get(key) == score for key, score in made.truth.items())
    wrong = sum(made.truth.get(key) != score for key, score in proposals.items())
    to_ask = sum(key not in proposals and key in asked for key in made.truth)
    lost = sum(key not in proposals and key not in asked for key in made.truth)
    return Count(right, to_ask, wrong, lost, sum(key in proposals or key in asked for key in made.truth))
