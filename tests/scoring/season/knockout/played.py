"""Cups that are drawn and played out by chance, for tests."""

from random import Random

from scoring.season.knockout.bracket import State, bracket
from scoring.season.knockout.cups import Cup, Part, Plate, Role, Shape, TieForm
from scoring.season.knockout.draw import Byes, DrawRules, Entrant, Lots, Tag, make_draw
from scoring.season.knockout.facts import Drawn, Scored

OPEN = {State.TO_PLAY, State.PART, State.LEVEL}


def names(count, **tags):
    return [Entrant(f"e{i:03}", **tags) for i in range(count)]


def draw_of(count, seed="seed", **rules):
    return make_draw(names(count), DrawRules(**rules), Lots(seed, "main 1"))


def score_for(form, leg, dice, *, first=None):
    """A score that a leg can have; `first` says who wins it, None leaves it to the dice."""
    wins = dice.random() < 0.5 if first is None else first
    best_of = form.decider if leg > form.legs else form.best_of
    if best_of:
        score = best_of // 2 + 1, dice.randint(0, best_of // 2)
    else:
        more = dice.randint(form.games // 2 if first is None else form.games // 2 + 1, form.games)
        score = more, form.games - more
    return score if wins else score[::-1]


def play(cup, draw, dice, *, facts=()):
    """The facts of a cup played to its end, tie after tie in any order that can be, later rounds drawn as needed."""
    facts = list(facts)
    while True:
        found = bracket(cup, draw, facts)
        ready = [tie for tie in found.ties if tie.state in OPEN]
        if not ready:
            more = next_draw(cup, draw, found)
            if more is None:
                return facts
            facts.append(more)
            continue
        for tie in dice.sample(ready, dice.randint(1, len(ready))):
            leg = len(tie.scores) + 1
            facts.append(Scored(tie.id, *score_for(tie.plan.form, leg, dice), leg=leg))


def next_draw(cup, draw, found):
    """The draw of the next round of the cup, or of its plate, if one is wanted."""
    parts = ([Part.MAIN] if cup.redraw else []) + ([Part.PLATE] if cup.plate is Plate.DRAWN else [])
    for part in parts:
        ours = [tie for tie in found.ties if tie.plan.part is part]
        last = max((tie.plan.round for tie in ours), default=0)
        if part is Part.PLATE and not ours:
            ids = through(found, Part.MAIN, 1, Role.LOSER)
        elif part is Part.PLATE and not cup.redraw:
            continue
        else:
            ids = through(found, part, last, Role.WINNER)
        if len(ids) > 1:
            byes = frozenset(tie.winner for tie in ours if tie.state is State.BYE)
            known = {each.id: each for each in draw.entrants}
            entrants = [known.get(name, Entrant(name)) for name in ids]
            rules = DrawRules(apart=draw.rules.apart, fixed=not cup.redraw)
            lots = Lots("seed", f"{part.value} {last + 1}")
            return Drawn(part, last + 1, make_draw(entrants, rules, lots, byes & set(ids)))
    return None


def through(found, part, number, role):
    ours = [tie for tie in found.ties if tie.plan.part is part and tie.plan.round == number]
    seats = [tie.winner if role is Role.WINNER else tie.loser for tie in ours]
    return [seat for seat in seats if isinstance(seat, str)]


def any_cup(dice: Random) -> Cup:
    forms = (TieForm(best_of=3), TieForm(games=9, legs=2), TieForm(games=16, decider=3), TieForm(best_of=1))
    shape = dice.choice([Shape.KNOCKOUT, Shape.KNOCKOUT, Shape.DOUBLE])
    chosen = tuple(dice.choices(forms, k=dice.randint(1, 3)))
    if shape is Shape.DOUBLE:
        return Cup("any", shape, chosen)
    return Cup(
        "any",
        shape,
        chosen,
        redraw=dice.random() < 0.4,
        plate=dice.choice(list(Plate)),
        third=dice.random() < 0.3,
        neutral=dice.randint(0, 2),
    )


def any_entrants(dice: Random, count: int) -> list[Entrant]:
    pubs = max(1, count // dice.choice([1, 2, 3, 6]))
    seeds = dice.randint(0, count // 2)
    return [
        Entrant(
            f"e{i:03}",
            venue=f"pub {dice.randrange(pubs)}",
            division=str(dice.randint(1, 3)),
            seed=i + 1 if i < seeds else None,
        )
        for i in range(count)
    ]


def any_rules(dice: Random, *, fixed: bool) -> DrawRules:
    apart = dice.choice([(), (Tag.VENUE,), (Tag.VENUE,), (Tag.VENUE, Tag.DIVISION)])
    return DrawRules(byes=dice.choice(list(Byes)), apart=apart, fixed=fixed, seeds_apart=dice.random() < 0.5)
