"""What each message of an evening says by itself and after those before it: a result, a doubt, or nothing wanted."""

import re
from dataclasses import dataclass, field, replace

from league.reading.days import find_day
from league.reading.messages.card_lines import Roster, played_lines
from league.reading.messages.chats_and_mails import name_key
from league.reading.messages.result_places import MessageDoubt, ResultPlace, both_ways, in_time, nearest, out_of_time
from league.reading.messages.results import SaidMessage, SaidResult, Says, pairs_in, said
from league.reading.messages.values import (
    MessageLine,
    NightContext,
    NightMatch,
    ScoreOption,
    SentMessage,
    SetAside,
    TextSpan,
)
from league.reading.messages.vocabulary import (
    DISLIKES,
    DISSENT,
    DOMINOES,
    FORWARDED,
    HARMLESS,
    HEADING,
    JEST,
    NOT_PLAYED,
    OTHER_GAME,
    POLITE,
    QUESTION,
    REACTION,
    TAKES_BACK,
)
from league.reading.messages.words import FILLER, UNKNOWN, WordReader

SPEAKS_OF_BEFORE = re.compile(r"(?i)\b(?:last|week|before|other)\b")
MOST_MATCHES = 4  # of which a doubt speaks; a doubt about more says nothing of one of them


@dataclass(frozen=True, slots=True)
class Claim:
    message: SentMessage
    option: ScoreOption
    span: TextSpan
    corrects: bool
    lines: tuple[MessageLine, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubtedMessage:
    """A message that is to be asked about. `lowers`: what it speaks of is not proposed beside it."""

    message: SentMessage
    doubt: MessageDoubt
    spans: tuple[TextSpan, ...] = ()
    lowers: bool = True
    numbers: tuple[int, int] | None = None
    bare: bool = False

    def speaks_of(self, match: NightMatch) -> bool:
        """Whether a match is among those that it may well be about; most speak of the evening that is just over."""
        if not self.lowers or len(self.doubt.matches) > MOST_MATCHES:
            return False
        late = SPEAKS_OF_BEFORE.search(self.message.text)
        return match in (self.doubt.matches if late else nearest(self.doubt.matches, self.message))


LONGEST, SHORT = 1000, 80  # letters of a message that is read, and of a line that may be half of a result
MOST_PIECES = 1500  # messages, or lines of them, that are read at once; an evening has some dozens
ANSWER = 4  # so many lines after a result somebody may answer to it
NO_RESULT = "It is not about a result."
TITLES_OF_SENDERS = re.compile(
    r"(?i)\W*\b(?:captain|capt|cap|skipper|skip|c|doms?|domino(?:es)?|fives|5s|team|club)\b\W*"
)
SEGMENT = re.compile(r"[^;\n]+")
SENTENCE = re.compile(r"(?<=[\w)])[.!](?=\s)")


@dataclass
class MessageReader:
    """Takes messages one by one, in order, and keeps what they claim, what is in doubt, and what is set aside."""

    league: NightContext
    claims: list[Claim] = field(default_factory=list)
    doubts: list[DoubtedMessage] = field(default_factory=list)
    set_aside: list[SetAside] = field(default_factory=list)
    # who won which match by messages without a score; nobody where it was a draw
    winners: list[tuple[SentMessage, NightMatch, str]] = field(default_factory=list)
    sayings: dict[str, SaidMessage] = field(default_factory=dict)
    pieces: int = 0

    def __post_init__(self) -> None:
        self.reader = WordReader(self.league)
        self.roster = Roster(self.league.senders)
        self.matches_from = min((match.day for match in self.league.matches), default=None)
        self.teams: dict[str, tuple[str, ...]] = {}
        for sender in self.league.senders:
            key = name_key(sender.name)
            self.teams[key] = tuple(dict.fromkeys((*self.teams.get(key, ()), *sender.teams)))

    def take(self, message: SentMessage) -> None:
        if self.matches_from and message.night and message.night < self.matches_from:
            self.leave(message, "It is older than these matches.")
            return
        for piece in self._pieces(message):
            self.pieces += 1
            if len(piece.text) > LONGEST or self.pieces > MOST_PIECES:
                why = "It is too long to be read." if len(piece.text) > LONGEST else "There are too many to be read."
                self.leave(piece, why)
            else:
                self._take(piece)

    def _pieces(self, message: SentMessage) -> list[SentMessage]:
        """A message of nobody, as a newspaper's, falls into its sentences where it is not understood as a whole."""
        if message.sender or (len(message.text) <= LONGEST and self._said(message).results is not None):
            return [message]
        pieces: list[SentMessage] = []
        segments = SEGMENT.findall(message.text)
        for line in map(self._without_heading, segments[:MOST_PIECES]):
            if len(line) > LONGEST:
                pieces.append(replace(message, text=line.strip()))
                continue
            whole = replace(message, text=line.strip())
            sentences = [sentence.strip() for sentence in SENTENCE.split(line)]
            parted = self._said(whole).results is None and len(sentences) > 1
            pieces.extend(replace(message, text=text) for text in (sentences if parted else [whole.text]) if text)
        rest = [replace(message, text="\n".join(segments[MOST_PIECES:]))] if len(segments) > MOST_PIECES else []
        return [*self._joined(pieces), *rest]

    def _without_heading(self, line: str) -> str:
        """A line without "Results", a day or a division before its first team. A day must be one of the matches'."""
        while match := HEADING.match(line):
            line = line[match.end() :]
        day = find_day(line)
        if day and not line[: day.start].strip(" -:\u2013") and not self.reader.words(line[: day.start]):
            fits = any((m.day.day, m.day.month) == (day.day.day, day.day.month) for m in self.league.matches)
            return self._without_heading(line[day.end :].lstrip(" ,.:-\u2013")) if fits else line
        return line

    def _joined(self, pieces: list[SentMessage]) -> list[SentMessage]:
        """Pieces of which two make a result only together, as a team and its score to a line."""
        joined: list[SentMessage] = []
        for piece in pieces:
            short = len(piece.text) <= SHORT and joined and len(joined[-1].text) <= SHORT
            if short and not self._said(joined[-1]).results and not self._said(piece).results:
                both = replace(joined[-1], text=f"{joined[-1].text}\n{piece.text}")
                if self._said(both).results:
                    joined[-1] = both
                    continue
            joined.append(piece)
        return joined

    def _said(self, message: SentMessage) -> SaidMessage:
        if message.text not in self.sayings:
            lines = tuple(self.roster.lines_in(message.text))
            text = message.text
            for line in lines:
                text = f"{text[: line.span.start]}{' ' * (line.span.end - line.span.start)}{text[line.span.end :]}"
            without = said(self.reader.words(_without_politeness(text))) if lines else None
            reading = said(self.reader.words(_without_politeness(message.text)))
            if without and without.results:
                reading = replace(without, lines=lines)
            self.sayings[message.text] = reading
        return self.sayings[message.text]

    def teams_of(self, message: SentMessage) -> tuple[str, ...]:
        """The teams of whoever sent it, by name or number, or because the name is a team's own."""
        if not message.sender or FORWARDED.match(message.text):
            return ()
        teams = self.teams.get(name_key(message.sender))
        if teams is not None:
            return teams
        bracketed = re.search(r"\(([^()]+)\)", message.sender)
        name = bracketed[1] if bracketed else message.sender
        for part in (name, TITLES_OF_SENDERS.sub(" ", name).strip()):
            words = self.reader.words(part)
            ref = words[0].team if len(words) == 1 else None
            if ref and ref.exact and len(ref.teams) < 2:
                return (ref.exact,)
        return ()

    def _take(self, message: SentMessage) -> None:
        reading = self._said(message)
        teams = self.teams_of(message) or tuple(author.sure for author in reading.authors if author.sure)
        if reaction := REACTION.fullmatch(message.text.strip()):
            self._take_reaction(message, reaction)
            return
        starts = [match.start for match in self.league.matches if match.day == message.day]
        tonight = starts and any(day.startswith("0") for day in reading.days)
        if tonight and message.hour is not None and message.hour < min(starts):  # a forecast
            self.leave(message, "It was sent before the match.")
            return
        if not re.search(r"[\d½]", message.text) and not any(word.numbers for word in reading.words):
            self._take_words(message, reading, teams)
        elif NOT_PLAYED.search(message.text):
            why = "It may say that the match was not played, which is no score."
            self._ask(message, reading, teams, why, options=False)
        elif reading.results is None or JEST.search(message.text) or QUESTION.match(message.text):
            self._take_unread(message, reading, teams)
        else:
            self._take_results(message, reading, teams)

    def _take_results(self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...]) -> None:
        results = reading.results or ()
        for result in results:
            if result.instead_of is not None:
                self._take_instead(message, reading, result, teams)
                continue
            place = ResultPlace(result, reading, message, teams, self.league.matches, len(results) == 1).find()
            numbers = result.one, result.two
            match place:
                case ScoreOption() as option:
                    lines = played_lines(reading.lines, option.teams, (option.home, option.away))
                    if isinstance(lines, str):
                        doubt = MessageDoubt(lines, (option.match,), (option,))
                        self.doubts.append(DoubtedMessage(message, doubt, (result.span,)))
                        continue
                    self.claims.append(Claim(message, option, result.span, reading.corrects, lines))
                case MessageDoubt():
                    if not place.matches and result.says is Says.BARE and not self._may_be(numbers):
                        self.leave(message, NO_RESULT)
                        continue
                    bare = result.says is Says.BARE and not reading.corrects and bool(place.options)
                    self.doubts.append(DoubtedMessage(message, place, (result.span,), numbers=numbers, bare=bare))
                case str(why):
                    self.leave(message, why)

    def _take_instead(
        self, message: SentMessage, reading: SaidMessage, result: SaidResult, teams: tuple[str, ...]
    ) -> None:
        """A correction that says what it corrects: it stands as the sender's earlier result did."""
        so, other = (result.one, result.two), result.instead_of or (0, 0)
        own = [claim for claim in self.claims if same_author(claim.message, message)]
        earlier = [claim for claim in own if sorted(other) == sorted((claim.option.home, claim.option.away))]
        matches = {claim.option.match for claim in earlier}
        if len(matches) != 1 or other[0] == other[1] or earlier[-1] is not own[-1]:
            self._ask(message, reading, teams, "It corrects a result that is not clear.")
            return
        match = earlier[-1].option.match
        home, away = so if other[0] == earlier[-1].option.home else so[::-1]
        if match.total not in (None, home + away):
            doubt = MessageDoubt(f"{home} and {away} do not add up to {match.total} games.", (match,))
            self.doubts.append(DoubtedMessage(message, doubt, (result.span,)))
        else:
            self.claims.append(Claim(message, ScoreOption(match, home, away), result.span, corrects=True))

    def _take_reaction(self, message: SentMessage, reaction: re.Match[str]) -> None:
        quoted = [claim.option.match for claim in self.claims if reaction["quoted"].strip("… ") in claim.message.text]
        if quoted and DISLIKES.search(reaction["how"]):
            doubt = MessageDoubt("It may take back what was said before.", tuple(dict.fromkeys(quoted)))
            self.doubts.append(DoubtedMessage(message, doubt))
        else:
            self.leave(message, "It is a reaction to another message.")

    def _take_words(self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...]) -> None:
        """A message without numbers: it may take something back, say who won, or that a match was not played."""
        self._keep_winner(message, reading, teams)
        if NOT_PLAYED.search(message.text) and (reading.teams or self._open(teams, message)):
            self._ask(message, reading, teams, "It may say that the match was not played.", options=False)
        elif TAKES_BACK.search(message.text) and (matches := self._spoken_of(message, reading, teams)):
            doubt = MessageDoubt("It may take back what was said before.", matches)
            self.doubts.append(DoubtedMessage(message, doubt))
        elif answered := self._disagrees(message, teams):
            doubt = MessageDoubt("It may disagree with what was said before.", answered)
            self.doubts.append(DoubtedMessage(message, doubt))
        else:
            self.leave(message, NO_RESULT)

    def _keep_winner(self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...]) -> None:
        kinds = "".join(word.kind for word in reading.words if word.kind != FILLER)
        match = re.search(r"([TU]?)([WBLMD])", kinds)
        if match is None or OTHER_GAME.search(message.text):
            return
        named = [word.team.sure for word in reading.words if word.team and word.team.sure] if match[1] == "T" else teams
        side = named[0] if match[1] == "T" and named else teams[0] if len(teams) == 1 else ""
        own = tuple(played for played in self.league.matches if side in (played.home, played.away))
        for played in nearest(in_time(own, message), message):
            loser = played.away if side == played.home else played.home
            winner = {"D": "", "W": side, "B": side}.get(match[2], loser)
            self.winners.append((message, played, winner))

    def _disagrees(self, message: SentMessage, teams: tuple[str, ...]) -> tuple[NightMatch, ...]:
        """The match of a result just before, to which one of its two sides says no or asks back."""
        if not DISSENT.fullmatch(HARMLESS.sub("", message.text)) and not JEST.search(message.text):
            return ()
        recent = [claim.option.match for claim in self.claims if 0 < message.place - claim.message.place <= ANSWER]
        return tuple(dict.fromkeys(match for match in recent if {match.home, match.away} & set(teams)))

    def _spoken_of(self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...]) -> tuple[NightMatch, ...]:
        """The matches that a message without a score speaks of: of its teams, its sender, and the result before it."""
        named = {team for ref in reading.teams for team in ref.teams} or set(teams)
        claimed = (claim.option.match for claim in self.claims)
        matches = [match for match in claimed if named & {match.home, match.away}]
        if self.claims and (not matches or 0 < message.place - self.claims[-1].message.place <= 2):
            matches.append(self.claims[-1].option.match)
        return tuple(dict.fromkeys(matches))

    def _take_unread(self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...]) -> None:
        pairs = pairs_in(reading.words)
        likely = [pair for pair in pairs if self._may_be(pair[:2])]
        numbered = "½" in message.text or any(word.numbers for word in reading.words)
        speaks = any(word.kind in "TWBLMDUha" for word in reading.words)
        other = any(word.kind == UNKNOWN and OTHER_GAME.fullmatch(word.text) for word in reading.words)
        if other and not DOMINOES.search(message.text) and not TAKES_BACK.search(message.text):
            if likely and (reading.teams or teams):
                self._ask(message, reading, teams, "It may be about another game.", lowers=False)
            else:
                self.leave(message, "It is about another game.")
        elif (pairs and (likely or speaks)) or (reading.teams and numbered):
            self._ask(message, reading, teams, "Not all of its words are understood.")
        elif TAKES_BACK.search(message.text):
            self._take_words(message, reading, teams)
        else:
            self.leave(message, NO_RESULT)

    def _ask(
        self, message: SentMessage, reading: SaidMessage, teams: tuple[str, ...], why: str, *, options: bool = True,
        lowers: bool = True,
    ) -> None:  # fmt: skip
        """Ask about a message as a whole, with the matches of the teams that it names, or else of its sender."""
        named = [ref.teams for ref in reading.teams] or ([frozenset(teams)] if teams else [])
        about = tuple(m for m in self.league.matches if named and all({m.home, m.away} & names for names in named))
        about = about or tuple(m for m in self.league.matches if any({m.home, m.away} & names for names in named))
        matches = in_time(about, message)
        if not SPEAKS_OF_BEFORE.search(message.text):
            matches = nearest(matches, message)
        if about and not matches and isinstance(late := out_of_time(about, message), str):
            self.leave(message, late)
            return
        if matches and not any(match.open for match in matches):
            self.leave(message, "This match has its result already.")
            return
        pairs = [pair for pair in pairs_in(reading.words) if self._may_be(pair[:2])] if options else []
        choices = [option for one, two, _ in pairs for option in both_ways(matches, one, two)]
        spans = tuple(TextSpan(word.start, word.end) for word in reading.words if word.numbers or word.team)
        doubt = MessageDoubt(why, matches, tuple(dict.fromkeys(choices)))
        self.doubts.append(DoubtedMessage(message, doubt, spans, lowers))

    def _open(self, teams: tuple[str, ...], message: SentMessage) -> bool:
        own = tuple(match for match in self.league.matches if {match.home, match.away} & set(teams))
        return any(match.open for match in in_time(own, message))

    def _may_be(self, numbers: tuple[int, int]) -> bool:
        return any(match.total in (None, sum(numbers)) for match in self.league.matches)

    def leave(self, message: SentMessage, why: str) -> None:
        self.set_aside.append(SetAside(message, why))


def same_author(first: SentMessage, second: SentMessage) -> bool:
    return bool(first.sender) and name_key(first.sender) == name_key(second.sender)


def _without_politeness(text: str) -> str:
    """The text with thanks, which may have any words but no numbers, blanked out."""

    def blank(match: re.Match[str]) -> str:
        plain = not re.search(r"[\d?]", match[0]) and not TAKES_BACK.search(match[0]) and not JEST.search(match[0])
        return " " * len(match[0]) if plain else match[0]

    return POLITE.sub(blank, text)
