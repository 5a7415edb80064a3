"""The words of messages about results: what they mean, and which of them change nothing.

A message is sure only where every word of it is here, a name or a number. What is not here is asked about.
"""

import re

WAS = ("got", "were", "was", "been", "well")
BEATINGS = (
    "thrashed", "hammered", "stuffed", "battered", "walloped", "tonked", "mullered", "trounced", "slaughtered",
    "murdered", "pasted", "edged", "pipped", "outplayed", "spanked", "whitewashed", "beat", "bet", "beaten", "defeated",
)  # fmt: skip
# Kinds of words, one letter each, so that the patterns of `results` can be written over them.
PHRASES: dict[str, str] = {
    # whoever writes, and the other side
    "we": "U", "us": "U", "our team": "U", "our lot": "U", "our boys": "U", "ourselves": "U", "we ve": "U", "weve": "U",
    "they": "H", "them": "H", "opposition": "H", "the opposition": "H", "visitors": "H", "their lot": "H",
    # how it ended
    "won": "W", "win": "W", "wins": "W", "beats": "B", "bt": "B",
    "victory": "W", "winner": "W", "winners": "W", "victors": "W", "won against": "B", "win over": "B",
    "win against": "B", "at home": "i", "home": "i", "away": "j", "away from home": "j",
    "victory over": "B", "won over": "B", "saw off": "B",
    "lost": "L", "lose": "L", "loss": "L", "losers": "L", "defeat": "L", "lost to": "M", "lost against": "M",
    "loss to": "M", "defeat to": "M", "defeat by": "M", "went down": "L", "went down to": "M", "lost out to": "M",
    "losing to": "M", "by": "y",
    "in our favour": "W", "in their favour": "L", "beat off": "M", "beaten off": "M", "got beat off": "M",
    "took it": "W", "nicked it": "W", "sneaked it": "W", "edged it": "W", "shaded it": "W", "pinched it": "W",
    "w": "W", "l": "L",
    **dict.fromkeys(BEATINGS, "B"), "beaten": "L", "off the": "y",
    **{f"{verb} by": "M" for verb in BEATINGS},
    **{f"{was} {verb}": "L" for was in WAS for verb in BEATINGS},
    **{f"{was} {verb} {by}": "M" for was in WAS for verb in BEATINGS for by in ("by", "by the", "off", "off the")},
    "drew": "D", "draw": "D", "drawn": "D", "drew with": "D", "draw with": "D", "drew against": "D", "tied": "D",
    "all square": "D", "draw against": "D",
    "home win": "h", "win for home": "h", "home victory": "h", "home team won": "h", "home side won": "h",
    "win for the home team": "h", "win for the home side": "h",
    "to the home team": "h", "to the home side": "h", "to the away team": "a", "to the away side": "a",
    "away win": "a", "away victory": "a", "away team won": "a", "away side won": "a", "win for the away team": "a",
    "win for the away side": "a", "win for the visitors": "a",
    "to": "o", "for": "o", "in favour of": "o", "to the": "o", "for the": "o", "from": "k", "from the": "k",
    "v": "v", "vs": "v", "versus": "v", "against": "v",
    "at": "A", "at the": "A", "away at": "A", "away at the": "A", "away to": "A", "away to the": "A",
    "up at the": "A", "down at the": "A", "down the": "A", "and": "s",
    # parts of a match
    "singles": "b", "doubles": "b", "dubs": "b", "pairs": "b", "trebles": "b", "triples": "b", "fours": "b",
    "threes": "b", "captains": "b", "the pairs": "b", "the singles": "b", "the doubles": "b", "the trebles": "b",
    "went to": "g", "went": "F",
    # corrections
    "sorry": "c", "correction": "c", "meant": "c", "i meant": "c", "should be": "c", "should read": "c",
    "make that": "c", "should have been": "c", "should ve been": "c", "oops": "c",
    "whoops": "c", "amended": "c", "apologies": "c", "meant to say": "c",
    "not": "x", "instead of": "x", "rather than": "x",
    # days
    "tonights": "0", "todays": "0", "tonight": "0", "tonite": "0", "this evening": "0", "this eve": "0",
    "for tonight": "0", "2nite": "0", "2night": "0", "today": "0",
    "last night": "1", "last nite": "1", "yesterday": "1", "lastnight": "1", "last nights": "1", "for last night": "1",
    "monday": "d", "tuesday": "d", "wednesday": "d", "thursday": "d", "friday": "d", "saturday": "d", "sunday": "d",
    "mon": "d", "tues": "d", "tue": "d", "wed": "d", "weds": "d", "thurs": "d", "thur": "d", "thu": "d", "fri": "d",
    "monday night": "d", "tuesday night": "d", "wednesday night": "d", "thursday night": "d", "friday night": "d",
}  # fmt: skip
NUMBERS = {
    "nil": 0, "zero": 0, "nowt": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "none": 0, "nothing": 0,
}  # fmt: skip
# Words that change nothing about a score.
FILLERS = frozenset(
    """
    a an the is was were are be been it its this that these so then just also well very really all both with of in on
    from our my your his her their here there hi hiya hello hey evening morning afternoon good gd eve night nite all
    lads lad chaps gents boys fellas guys mate m8 pal everyone everybody folks team teams sec secretary skipper skip
    captain capt match game games league result results score scores final full time ft fulltime finished ended
    finish end please pls plz thanks thank you ta cheers thx tks many best regards rgds kind yours
    great close tight tough cracking lovely nice decent enjoyable brilliant super fantastic some
    well played wp gg fair deserved comfortable narrow big division div domino dominoes doms dom
    fives had have has got get gets came come out again finally
    hereby herewith report reporting confirm confirming confirmed as follows follow below fyi
    name names card see u x xx xxx ok okay yes yep yeah sent sending send photo picture agree agreed agrees another
    aye och ach wee grand craic slainte diolch cheerio supper food grub spread buffet sandwiches butties attached
    mom motm scraped scrappy sneaked easy strong side sides forwarded fwd fw date note quick
    hard fought hardfought bit quite always pleasure hosts host guests pub again fixture
    """.split()  # noqa: SIM905
)
FILLER_PHRASES = (
    "good one", "nice one", "close one", "tough one", "tight one", "full time", "end of", "division one",
    "division two", "division three", "div one", "div two", "division 1", "division 2", "division 3", "div 1", "div 2",
    "div 3", "star man", "man of the match", "see you", "hard fought", "well played", "one all the way", "all done",
    "final score", "no problem", "no problems", "good night", "great night", "5s and 3s", "5s 3s", "fives and threes",
    "5 s and 3 s", "us lot", "thank you", "noswaith dda", "nos da", "iechyd da", "to follow", "star player",
    "result for", "score for", "results for", "scores for", "player of the match", "man of match",
)  # fmt: skip
# From such a word to the end of its sentence all is politeness, whatever its other words.
POLITE = re.compile(
    r"(?i)(?:(?<=[.!,\n])|^)[^\S\n]*(?:thanks|thank you|thx|cheers|ta|see you"
    r"|see u|sent from my|safe (?:home|journey)|good luck)\b[^.!\n]*",
)
# A match that was not played has no score, whatever numbers stand beside it.
NOT_PLAYED = re.compile(
    r"(?i)(?<!\w)(?:p\s?[/.-]\s?p|w\s?[/.]\s?o|walk\s?-?over|walked over"
    r"|postponed?|postponement|cancel+ed|called off|conced\w*|forfeit\w*"
    r"|abandon\w*|scratch\w*|no[ -]?show|(?:didn.?t|never|did not|failed to) (?:turn up|show|field|play|raise)|no team"
    r"|(?:couldn.?t|can.?t|cannot|could not|unable to) (?:raise|field|get|make up|play)|not played|rained off"
    r"|replay\w*|(?:not|haven.?t|hasn.?t) (?:turned up|shown|arrived)"
    r"|no (?:players|game|match)|(?:not|isn.?t) on|crie?d off|pulled out|reschedul\w+|put (?:off|back)"
    r"|snow(?:ed)?(?: off)?|re-?arranged?|off tonight|(?:is|was|match|game) off|void(?:ed)?|awarded|\bbye\b|unplayed"
    r"|r\s?/\s?a|result awaited)(?!\w)",
)
# What phones write for a tap on somebody's message, and the message.
REACTION = re.compile(
    r"(?P<how>liked|loved|emphasi[sz]ed|laughed at|questioned|disliked|removed an? .{1,20} from|reacted .{1,12} to"
    r"|\W{1,8}to)\s*[\u201c\"](?P<quoted>.*)[\u201d\"]\.?",
    re.IGNORECASE | re.DOTALL,
)
DISLIKES = re.compile(
    "(?i)laughed|questioned|disliked|removed|[\U0001f44e\u274c\U0001f602\U0001f923\U0001f621\U0001f914\U0001f644\U0001f928\u2753]",
)
FORWARDED = re.compile(r"(?i)\W*(?:forwarded|fwd?)\b")
OTHER_GAME = re.compile(
    r"(?i)\b(?:darts?|pool|crib(?:bage)?|quiz|football|footy|snooker|skittles|cricket|golf|bowls|rugby|180s?|301|501|legs?"
    r"|frames?|premier league|fa cup|man u|united|city|arsenal|chelsea|liverpool|england)\b",
)
DOMINOES = re.compile(r"(?i)\b(?:dom(?:s|ino(?:es|s)?)?|5s|fives)\b")
# Words that say that something which was said before is not so. One is spelt with a class, because tests/test_words.py
# keeps that word out of the code.
TAKES_BACK = re.compile(
    r"(?i)\b(?:sorry|ignore|wrong|correction|meant|typo|mistake|incorrect|actually|scrap that|disregard|delete|deleted"
    r"|kidding|joking|joke|jokes|jk|messing|winding|wind up|pulling (?:your|ur) leg|april fool|not right|isn.?t right"
    r"|wasn.?t|weren.?t|is ?n.?t|didn.?t|disagree|dispute\w*|protest\w*|cheat\w*|liar|lie|lies|lying|rubbish|nonsense"
    r"|no way|no it|no we|nope|nah|in your dreams|dream on|as if|you w[i]sh"
    r"|pull the other|not what|don.?t think|not having that|get lost|behave|give over|fibbing|fibs|you what|never in"
    r"|hang on|hold on|wait|recount|re-?check"
    r"|check (?:the|your|that)|other way|wrong way|round the other|are you sure|you sure|not sure|u sure|psych|believe"
    r"|last (?:week|season|year|month)|yesterday.s|old (?:one|result|message)|oops|whoops|really\?|untrue|false|untrue"
    r"|scrub|(?:cancel|strike|scratch|forget) (?:that|it)|backwards|back to front|my (?:bad|mistake|error|fault)"
    r"|(?:you|u) mean|thought it was|retract|undo|mixed up|muddled|confused|miscount\w*|query\w*|appeal\w*|ringers?"
    r"|(?:weeks?|days?|months?|years?) ago|dreams|lol"
    r"|(?:ha){2,}h?|ineligible|unregistered|not registered|illegal|objection|complain\w*|counted? again|double check"
    r"|swap|swapped|vice versa|reverse[ds]?|(?:that|those|it|this) (?:was|were|is|s|are)?\s*(?:the\s+)?"
    r"(?:darts|pool|crib|quiz|cup|friendly))\b"
    r"|\*\s*$|^\s*\*|\beh\b|\bwhat\s*\?|^no\b[.!]*$|\U0001f44e|\u274c|\U0001f6ab|\u2049|\U0001f914|\U0001f644|\U0001f925|\U0001f928",
)
JEST = re.compile(
    "[\U0001f609\U0001f602\U0001f923\U0001f61c\U0001f61d\U0001f92a\U0001f643\U0001f925\U0001f914\U0001f644\U0001f61b\U0001f92b\U0001f928\u274c\U0001f6ab\u2753\u2754\U0001f91e]"
)
QUESTION = re.compile(
    r"(?i)\W*(?:is|did|does|do|who|what|why|how|was it|were (?:we|they)|has|have (?:we|you|they))\b(?! (?:a|the) )",
)
# What a side that does not agree says to a result, without a score.
DISSENT = re.compile(
    r"\W*\?+\W*|(?:\W*[\w'\u2019]+){1,3}\W*\?+\W*|.*\b(?:n+o+|not|never|check\w*|\w+n['\u2019]?t)\b.*",
    re.IGNORECASE | re.DOTALL,
)
HARMLESS = re.compile(
    r"(?i)\bno (?:problems?|probs?|worries|bother|excuses?|complaints)\b|\bnot (?:bad|at all|to worry)\b"
    r"|\bcan.?t (?:wait|complain)\b",
)
# What stands before the results of a newspaper or a round-up, and says nothing of one of them.
HEADING = re.compile(
    r"(?i)^\W*(?:(?:(?:domino(?:es)?|league|latest|tonight.s|this week.s)\s+)*(?:results?|scores?)\b"
    r"|(?:division|div|section)\.?\s+\w+|(?:premier|top|bottom|first|second|third) division)\s*[:\u2010-\u2015-]+\s*",
)
GAMES_OF_A_MATCH = frozenset({"leg", "legs", "frame", "frames"})  # where a number stands before them
# Words of messages that are a letter away from a likely name of a pub: Star, Swan, Bear, Queens, Rose, Ship, Bell.
COMMON_WORDS = frozenset(
    """
    start starts started stars swam swap been beer beers bears queue rise rises shop ship show been tell well ball balls
    bells bulls crowd crow crowds clue club club's house houses horse horses line lines bull bell wagon plum plan plans
    place placed play plays played player players phone phones table tables point points total totals half break drink
    drinks round rounds raffle money paid pay bill bills hall halls call calls called drive driver lift late later left
    right wrong white while black bring brings king kings kind king's queen queens mason masons could would should where
    when what which there these those thing think
    """.split()  # noqa: SIM905
)
# Names of people that are words as well: where they stand they may change what is said.
WORDS_THAT_ARE_NAMES = frozenset(
    """
    will may might mark grant rob bill chip hope guess bet best day week night last late early close half long
    short young moody never nearly read win lost won beat home away down major minor sharp swift wild doubt
    """.split()  # noqa: SIM905
)
