"""What people call the games that rule sets belong to.

Knows that a name is a family and a variant, "fives-threes:teesdale", and how each is said. Refuses to know any rule.
"""

FAMILIES = {
    "fives-threes": "fives and threes",
    "straight": "straight dominoes",
    "seven-toed-pete": "Seven-Toed Pete",
}


def family_of(key: str) -> str:
    """The family in a rule set's name: "fives-threes"."""
    return key.partition(":")[0]


def family(key: str) -> str:
    """The game that a rule set belongs to: "fives and threes", "all fives"."""
    name = family_of(key)
    return FAMILIES.get(name, name.replace("-", " "))


def variant(key: str) -> str:
    """What tells a rule set from others of its game: "Pagat, no chip"; "" for the first of a game that has no word."""
    words = key.partition(":")[2].replace("-", " ")
    return words[:1].upper() + words[1:]
