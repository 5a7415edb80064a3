"""An evening's messages read against the matches of a league: what is sure is proposed, the rest is asked.

A result is sure where all words of its message are understood and one match, its day, the sender and the number of
games fit. Everything else that may be about a result is a question; what is not, is set aside with its reason.
"""

from collections.abc import Iterable, Iterator, Mapping

from league.reading.messages.chats_and_mails import messages_in
from league.reading.messages.message_reader import Claim, DoubtedMessage, MessageReader, same_author
from league.reading.messages.result_places import MessageDoubt
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
    return read_messages(messages_in(text, league.senders), league)


def read_messages(messages: Iterable[SentMessage], league: NightContext) -> EveningResults:
    """What messages say of which it is certain who sent each and when."""
    reader = MessageReader(league)
    for message in messages:
        reader.take(message)
    proposals, questions = [], []
    standing = {match: _standing(reader, match) for match in dict.fromkeys(c.option.match for c in reader.claims)}
    doubts = [*_doubts_left(reader, standing), *_other_winners(reader, standing)]
    for match, claims in standing.items():
        options = tuple(dict.fromkeys(claim.option for claim in claims))
        own = [each for each in doubts if each.speaks_of(match)]
        if len(options) == 1 and not own:
            agreeing = [each for each in reader.doubts if _agrees(each, options[0], reader)]
            lines = next((claim.lines for claim in reversed(claims) if claim.lines), ())
            evidence = [Evidence(claim.message, (claim.span,)) for claim in claims]
            evidence += [Evidence(each.message, each.spans) for each in agreeing]
            in_order = tuple(sorted(evidence, key=lambda each: each.message.place))
            proposals.append(ScoreProposal(match, options[0].home, options[0].away, in_order, lines))
            continue
        whys = ["Messages give this match different scores."] if len(options) > 1 else []
        questions.append(_question((match,), [each for each in own if len(each.doubt.matches) == 1], claims, whys))
    about_one: dict[NightMatch, list[DoubtedMessage]] = {}
    for each in doubts:
        if len(each.doubt.matches) == 1 and each.lowers and each.doubt.matches[0] not in standing:
            about_one.setdefault(each.doubt.matches[0], []).append(each)
    questions.extend(_question((match,), own, [], []) for match, own in about_one.items())
    others = [each for each in doubts if len(each.doubt.matches) != 1 or not each.lowers]
    questions.extend(_question(each.doubt.matches, [each], [], []) for each in others)
    return EveningResults(tuple(proposals), tuple(questions), tuple(reader.set_aside))


def _standing(reader: MessageReader, match: NightMatch) -> list[Claim]:
    """What is said of a match once each sender's corrections have taken the place of what they said before."""
    standing: list[Claim] = []
    for claim in reader.claims:
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


def _doubts_left(reader: MessageReader, standing: Mapping[NightMatch, list[Claim]]) -> Iterator[DoubtedMessage]:
    """The doubts without those that agree with what is sure, and without scores along the way to it."""
    for item in reader.doubts:
        options = {claim.option for match in item.doubt.matches for claim in standing.get(match, [])}
        if len(options) == 1 and len(item.doubt.matches) == 1 and item.numbers:
            (option,) = options
            if _agrees(item, option, reader):
                continue
            if _on_the_way(item, option, standing[option.match]):
                reader.leave(item.message, "It is a score along the way.")
                continue
        yield item


def _other_winners(reader: MessageReader, standing: Mapping[NightMatch, list[Claim]]) -> Iterator[DoubtedMessage]:
    for message, match, winner in reader.winners:
        for home, away in {(claim.option.home, claim.option.away) for claim in standing.get(match, [])}:
            if winner != ("" if home == away else match.home if home > away else match.away):
                why = f"It says that {winner} won." if winner else "It says that it was a draw."
                yield DoubtedMessage(message, MessageDoubt(why, (match,)))


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


def _agrees(doubted: DoubtedMessage, option: ScoreOption, reader: MessageReader) -> bool:
    """Whether two bare numbers are those of a result; the home side's own are read in one way only."""
    if not doubted.bare or doubted.doubt.matches != (option.match,):
        return False
    by_away = option.match.away in reader.teams_of(doubted.message)
    return doubted.numbers == (option.home, option.away) or (by_away and doubted.numbers == (option.away, option.home))


def _on_the_way(doubted: DoubtedMessage, option: ScoreOption, claims: list[Claim]) -> bool:
    assert doubted.numbers
    total = option.match.total
    if total is None or sum(doubted.numbers) >= total or doubted.message.place > claims[0].message.place:
        return False
    one, two = doubted.numbers
    return (one <= option.home and two <= option.away) or (two <= option.home and one <= option.away)
