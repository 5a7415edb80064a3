"""An evening's messages read against the matches of a league: what is sure is proposed, the rest is asked.

A result is sure where all words of its message are understood and one match, its day, the sender and the number of
games fit. Everything else that may be about a result is a question; what is not, is set aside with its reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from league.reading.messages.chats_and_mails import messages_in
from league.reading.messages.claims import Claim, DoubtedMessage
from league.reading.messages.message_reader import MessageReader, same_author
from league.reading.messages.values import (
    EveningResults,
    Evidence,
    MessageQuestion,
    NightContext,
    NightMatch,
    ScoreOption,
    ScoreProposal,
    SentMessage,
)


def read_evening(text: str, league: NightContext) -> EveningResults:
    """What the messages of a pasted text say about the matches of a league."""
    return read_messages(messages_in(text, league.senders), league)


def read_messages(messages: Iterable[SentMessage], league: NightContext) -> EveningResults:
    """What messages say of which it is certain who sent each and when."""
    reader = MessageReader(league)
    for message in messages:
        reader.take(message)
    return _Fold(reader).evening()


@dataclass(frozen=True)
class _Fold:
    reader: MessageReader

    def evening(self) -> EveningResults:
        proposals, questions = [], []
        standing = {match: self._standing(match) for match in dict.fromkeys(c.option.match for c in self.reader.claims)}
        lowering = self._lowering(standing)
        for match, claims in standing.items():
            options = tuple(dict.fromkeys(claim.option for claim in claims))
            doubts = [each for each in lowering if each.speaks_of(match)]
            if len(options) == 1 and not doubts:
                evidence = tuple(_evidence(claims, self._agreeing(options[0])))
                lines = next((claim.lines for claim in reversed(claims) if claim.lines), ())
                proposals.append(ScoreProposal(match, options[0].home, options[0].away, evidence, lines))
                continue
            whys = ["Messages give this match different scores."] if len(options) > 1 else []
            doubts = [each for each in doubts if len(each.doubt.matches) == 1]
            questions.append(_question((match,), doubts, claims, whys))
        single = [each for each in lowering if len(each.doubt.matches) == 1 and each.lowers]
        unclaimed = [
            match for match in dict.fromkeys(each.doubt.matches[0] for each in single) if match not in standing
        ]
        questions.extend(
            _question((match,), [each for each in single if each.doubt.matches == (match,)], [], [])
            for match in unclaimed
        )
        others = [each for each in lowering if len(each.doubt.matches) != 1 or not each.lowers]
        questions.extend(_question(each.doubt.matches, [each], [], []) for each in others)
        return EveningResults(tuple(proposals), tuple(questions), tuple(self.reader.set_aside))

    def _standing(self, match: NightMatch) -> list[Claim]:
        """What is said of a match once each sender's corrections have taken the place of what they said before."""
        standing: list[Claim] = []
        for claim in self.reader.claims:
            if claim.option.match != match:
                continue
            if claim.corrects:
                standing = [
                    each
                    for each in standing
                    if each.message == claim.message or not same_author(each.message, claim.message)
                ]
            standing.append(claim)
        return standing

    def _lowering(self, standing: dict[NightMatch, list[Claim]]) -> list[DoubtedMessage]:
        """The doubts without those that agree with what is sure, and without scores along the way to it."""
        kept = []
        for item in self.reader.doubts:
            options = {claim.option for match in item.doubt.matches for claim in standing.get(match, [])}
            if len(options) == 1 and len(item.doubt.matches) == 1 and item.numbers:
                option = next(iter(options))
                claims = standing[option.match]
                if item.bare and _agrees(item, option, self.reader.teams_of(item.message)):
                    continue
                if _on_the_way(item, option, claims):
                    self.reader.leave(item.message, "It is a score along the way.")
                    continue
            kept.append(item)
        options = {claim.option for claims in standing.values() for claim in claims}
        kept += [
            DoubtedMessage(outcome.message, doubt)
            for outcome in self.reader.outcomes
            for option in options
            if option.match == outcome.match and (doubt := outcome.against(option))
        ]
        return kept

    def _agreeing(self, option: ScoreOption) -> list[DoubtedMessage]:
        return [
            each
            for each in self.reader.doubts
            if each.bare
            and each.doubt.matches == (option.match,)
            and _agrees(each, option, self.reader.teams_of(each.message))
        ]


def _question(
    matches: tuple[NightMatch, ...], doubts: list[DoubtedMessage], claims: list[Claim], whys: list[str]
) -> MessageQuestion:
    options = [claim.option for claim in claims]
    options += [option for each in doubts for option in each.doubt.options]
    evidence = {claim.message: Evidence(claim.message, (claim.span,)) for claim in claims}
    for each in doubts:
        spans = evidence[each.message].spans if each.message in evidence else ()
        evidence[each.message] = Evidence(each.message, (*spans, *each.spans))
    reasons = dict.fromkeys([*whys, *(each.doubt.why for each in doubts)])
    in_order = sorted(evidence.values(), key=lambda each: each.message.place)
    return MessageQuestion(
        tuple(reasons) or ("Another message speaks of this match.",), tuple(in_order), matches,
        tuple(dict.fromkeys(options)),
    )  # fmt: skip


def _evidence(claims: list[Claim], agreeing: list[DoubtedMessage]) -> list[Evidence]:
    evidence = [Evidence(claim.message, (claim.span,)) for claim in claims]
    evidence += [Evidence(each.message, each.spans) for each in agreeing]
    return sorted(evidence, key=lambda each: each.message.place)


def _agrees(doubted: DoubtedMessage, option: ScoreOption, teams: tuple[str, ...]) -> bool:
    """Whether two bare numbers are those of a result; the home side's own are read in one way only."""
    assert doubted.numbers
    if doubted.numbers == (option.home, option.away):
        return True
    return doubted.numbers == (option.away, option.home) and option.match.away in teams


def _on_the_way(doubted: DoubtedMessage, option: ScoreOption, claims: list[Claim]) -> bool:
    assert doubted.numbers
    total = option.match.total
    if total is None or sum(doubted.numbers) >= total or doubted.message.place > claims[0].message.place:
        return False
    one, two = doubted.numbers
    return (one <= option.home and two <= option.away) or (two <= option.home and one <= option.away)
