"""Independent checker for pub-league schedules (instance format "pubfix-1", see docs/fixture-lists.md).

It is the other judge, written by other hands and kept apart on purpose: it shares nothing with `scoring`, is neither
formatted nor tidied with it, and the tests hold the two against each other.

  check_schedule.py INSTANCE.json SCHEDULE.csv [--json] [--quiet]
  check_schedule.py INSTANCE.json --explain CORE.json --planted PLANTED.json     # judge an infeasibility explanation

SCHEDULE.csv: header with at least the columns division,date,home,away (ids, ISO dates); extra columns are ignored,
except `round`, which, if present, must number the used dates of a division 1,2,3... in date order.
Exit status: 0 no hard violation, 1 hard violations, 2 unreadable input.  Standard library only.
"""
import argparse, csv, datetime as dt, json, sys
from collections import Counter, defaultdict

D = dt.date.fromisoformat


class Match:
    __slots__ = ("div", "day", "home", "away", "fixed", "row")

    def __init__(self, div, day, home, away, row):
        self.div, self.day, self.home, self.away, self.row, self.fixed = div, day, home, away, row, False

    def key(self): return (self.div, self.day, self.home, self.away)
    def __str__(self): return f"{self.div} {self.day} {self.home} v {self.away}"


class Checker:
    def __init__(self, inst):
        self.I = inst
        self.team = {t["id"]: t for t in inst["teams"]}
        self.venue = {v["id"]: v for v in inst["venues"]}
        self.div = {d["id"]: d for d in inst["divisions"]}
        self.W = inst["weights"]
        self.hard, self.soft, self.info = [], [], {}

    # ---- reporting
    def bad(self, code, text, *matches):
        """a violation among already fixed matches only cannot be the scheduler's fault and is not counted"""
        if matches and all(m.fixed for m in matches): return
        self.hard.append((code, text))

    def cost(self, kind, amount, text):
        if amount: self.soft.append((kind, amount, text))

    # ---- input
    def load(self, path):
        M, rounds = [], []
        with open(path, newline="", encoding="utf-8-sig") as f:
            r = csv.DictReader(f)
            need = {"division", "date", "home", "away"}
            if not r.fieldnames or not need <= set(r.fieldnames): raise ValueError("CSV needs columns " + ",".join(sorted(need)))
            for k, row in enumerate(r, 2):
                try: day = D(row["date"].strip())
                except ValueError: raise ValueError(f"line {k}: bad date {row['date']!r}")
                m = Match(row["division"].strip(), day, row["home"].strip(), row["away"].strip(), k)
                if m.div not in self.div: self.bad("H01", f"line {k}: unknown division {m.div}"); continue
                T = self.div[m.div]["teams"]
                if m.home not in T or m.away not in T or m.home == m.away: self.bad("H01", f"line {k}: {m.home} v {m.away} are not two teams of {m.div}"); continue
                M.append(m)
                if (row.get("round") or "").strip(): rounds.append((m, row["round"].strip()))
        fx = {(f["division"], D(f["date"]), f["home"], f["away"]): f["id"] for f in self.I["fixed"]}
        for m in M: m.fixed = m.key() in fx
        have = Counter(m.key() for m in M)
        for k, i in fx.items():
            if not have[k]: self.bad("H11", f"fixed fixture {i} missing: {k[0]} {k[1]} {k[2]} v {k[3]}")
        used = {d: sorted({m.day for m in M if m.div == d}) for d in self.div}
        for m, r in rounds:
            if r.isdigit() and used[m.div].index(m.day) + 1 != int(r): self.bad("H01", f"line {m.row}: round {r} is not the {used[m.div].index(m.day)+1}th used date")
        self.M, self.used = M, used
        self.of = defaultdict(list)
        for m in sorted(M, key=lambda m: m.day): self.of[m.home].append(m); self.of[m.away].append(m)

    # ---- hard rules
    def check_hard(self):
        I = self.I
        frozen = D(I["frozen_until"]) if I.get("frozen_until") else None
        for m in self.M:
            if m.day.isoformat() not in self.div[m.div]["dates"]: self.bad("H01", f"{m}: date not open for {m.div}", m)
            if frozen and m.day <= frozen: self.bad("H15", f"{m}: not a fixed match, but on or before {frozen}", m)
        for d in self.div.values(): self.structure(d)
        for t, ms in self.of.items():
            rest = self.div[self.team[t]["division"]].get("min_rest_days", 0)
            for a, b in zip(ms, ms[1:]):
                if a.day == b.day: self.bad("H03", f"{t} plays twice on {a.day}", a, b)
                elif (b.day - a.day).days < rest: self.bad("H04", f"{t}: {a.day} and {b.day} closer than {rest} days", a, b)
            mr = self.div[self.team[t]["division"]].get("max_run") or 99
            run = []
            for m in ms:
                run = run + [m] if run and (run[-1].home == t) == (m.home == t) else [m]
                if len(run) == mr + 1: self.bad("H10", f"{t}: more than {mr} {'home' if m.home == t else 'away'} matches in a row up to {m.day}", *run)
        host = defaultdict(list)
        for m in self.M: host[self.team[m.home]["venue"], m.day].append(m)
        for (v, day), ms in sorted(host.items()):
            V = self.venue[v]
            if day.isoformat() in V["closed"]: self.bad("H06", f"{V['name']} closed on {day}: " + "; ".join(map(str, ms)), *ms)
            elif len(ms) > V["boards"]: self.bad("H05", f"{V['name']} has {V['boards']} board(s), {len(ms)} home matches on {day}", *ms)
        for r in I["rules"]:
            n, ms = self.rule(r)
            if n and r["hard"]: self.bad("H12", f"rule {r['id']} broken x{n}: {r.get('text', r['type'])}", *ms)
            elif n: self.cost("rule", n * r["weight"], f"{r['id']} x{n} {r.get('text', r['type'])}")

    def structure(self, d):
        ms = [m for m in self.M if m.div == d["id"]]; T = d["teams"]; n = len(T); L = d["legs"]
        quota = {q["team"]: q for q in d.get("quota", [])}
        meet, ordered = defaultdict(list), Counter()
        for m in sorted(ms, key=lambda m: m.day): meet[frozenset((m.home, m.away))].append(m); ordered[m.home, m.away] += 1
        for i, a in enumerate(T):
            for b in T[i + 1:]:
                legs = min([quota[t]["legs"] for t in (a, b) if t in quota] or [L]); k = len(meet[frozenset((a, b))])
                if k != legs: self.bad("H02", f"{d['id']}: {a} and {b} meet {k} times, not {legs}")
                if max(ordered[a, b], ordered[b, a]) > (legs + 1) // 2 and k == legs: self.bad("H02", f"{d['id']}: {a} v {b}: home/away split {ordered[a, b]}-{ordered[b, a]}")
                g = meet[frozenset((a, b))]
                for x, y in zip(g, g[1:]):
                    gap = (y.day - x.day).days
                    if gap < d.get("min_gap_days", 0): self.bad("H09", f"{d['id']}: {a} and {b} meet again after {gap} days (min {d['min_gap_days']})", x, y)
                    elif gap < d.get("pref_gap_days", 0): self.cost("gap", self.W["gap"] * -(-(d["pref_gap_days"] - gap) // 7), f"{a}/{b} meet again after {gap} days")
        for t in T:
            h = sum(m.home == t for m in self.of[t]); a = len(self.of[t]) - h
            lim = quota[t]["max_home_away_diff"] if t in quota else (1 if L % 2 else 0) + sum(1 for q in quota if q != t)
            if abs(h - a) > lim: self.bad("H13", f"{t}: {h} home, {a} away")
        if d["mode"] == "rounds":
            R = L * (n if n % 2 else n - 1); used = self.used[d["id"]]
            if len(used) != R: self.bad("H07", f"{d['id']}: {len(used)} dates used, a compact season has {R} rounds")
            for day in used:
                k = sum(m.day == day for m in ms)
                if k != n // 2: self.bad("H07", f"{d['id']}: {k} matches on {day}, a full round has {n // 2}")
            if d.get("second_half") == "mirrored" and len(used) == R:
                R1 = R // L; games = [{(m.home, m.away) for m in ms if m.day == day} for day in used]
                for r in range(R1, R):
                    if games[r] != {(a, h) for h, a in games[r - R1]}: self.bad("H08", f"{d['id']}: round {r + 1} is not round {r - R1 + 1} with venues reversed")

    def rule(self, r):
        """-> (number of breaches, matches involved)"""
        k = r["type"]; days = {D(x) for x in r.get("dates", [])}
        if "division" in r:
            full, by_day = len(self.div[r["division"]]["teams"]) // 2, Counter(m.day for m in self.M if m.div == r["division"])
            if k == "full_night": return sum(max(0, full - by_day[q]) for q in days), []
            if k == "keep_free": return sum(by_day[q] > 0 for q in days), [m for m in self.M if m.div == r["division"] and m.day in days]
        if "team" in r: mine = self.of[r["team"]]; t = r["team"]
        else: a, b = r["teams"]
        if k == "no_home": x = [m for m in mine if m.home == t and m.day in days]; return len(x), x
        if k == "no_away": x = [m for m in mine if m.away == t and m.day in days]; return len(x), x
        if k == "no_match": x = [m for m in mine if m.day in days]; return len(x), x
        if k == "at_most":
            division = self.div[self.team[t]["division"]]
            nights = sorted({D(x) for x in division["dates"]} | {D(f["date"]) for f in self.I["fixed"] if f["division"] == division["id"]})
            times, there = 0, []
            for i in range(len(nights)):
                if i and i + r["nights"] > len(nights): break
                near = set(nights[i:i + r["nights"]]); x = [m for m in mine if min(near) <= m.day <= max(near)]
                if len(x) > r["most"]: times += len(x) - r["most"]; there += x
            return times, there
        if k == "home_on": return (0 if any(m.home == t and m.day in days for m in mine) else 1), []
        pair = [m for m in self.of[a] if b in (m.home, m.away)] if "team" not in r else []
        if k == "meet_on": return (0 if any(m.day in days for m in pair) else 1), []
        if k == "avoid_meet": x = [m for m in pair if m.day in days]; return len(x), x
        if k == "meet_by": return (0 if pair and min(m.day for m in pair) <= D(r["by"]) else 1), []
        if k in ("not_both_home", "not_same_date"):
            f = (lambda t: {m.day: m for m in self.of[t] if m.home == t}) if k == "not_both_home" else (lambda t: {m.day: m for m in self.of[t]})
            x, y = f(a), f(b); both = [q for q in x if q in y and x[q] is not y[q]]
            return len(both), [m for q in both for m in (x[q], y[q])]
        raise ValueError("unknown rule type " + k)

    # ---- soft cost (rules and gaps are costed above)
    def check_soft(self):
        W, brk = self.W, Counter()
        pub = {(f["division"], f["home"], f["away"]): [] for f in self.I["published"]}
        for f in self.I["published"]: pub[f["division"], f["home"], f["away"]].append(D(f["date"]))
        for t in self.team:
            ms = self.of[t]; s = [m.home == t for m in ms]
            for i in range(1, len(s)):
                if s[i] == s[i - 1]:
                    brk[self.team[t]["division"]] += 1
                    self.cost("break", W["break"], f"{t} {'home' if s[i] else 'away'} again on {ms[i].day}")
                    if i > 1 and s[i - 2] == s[i]: self.cost("run3", W["run3"], f"{t} three {'home' if s[i] else 'away'} in a row on {ms[i].day}")
            half = len(s) // 2; self.cost("half", W["half"] * max(0, abs(2 * sum(s[:half]) - half) - 1), f"{t}: {sum(s[:half])} home in the first {half}")
            if self.div[self.team[t]["division"]]["mode"] == "relaxed" and ms:
                played = {m.day for m in ms}
                weekly = [D(x) for x in self.div[self.team[t]["division"]]["dates"]]
                weeks = {x.isocalendar()[:2] for x in weekly if ms[0].day < x < ms[-1].day}
                idle = len(weeks - {x.isocalendar()[:2] for x in played})
                self.cost("idle", W["idle"] * idle, f"{t}: {idle} idle weeks")
                for w, k in Counter(m.day.isocalendar()[:2] for m in ms).items(): self.cost("week2", W["week2"] * (k - 1), f"{t}: {k} matches in week {w}")
        for d in self.div.values():
            if not W.get("part"): break
            for day, k in Counter(m.day for m in self.M if m.div == d["id"]).items():
                if k < len(d["teams"]) // 2: self.cost("part", W["part"], f"{d['id']} plays with some of its teams on {day}")
        for t, team in self.team.items():
            x = sum(self.rule(r)[0] > 0 for r in self.I["rules"] if r.get("team") == t and not r["hard"])
            self.cost("unfair", W.get("unfair", 0) * sum(range(team.get("unmet_before", 0), team.get("unmet_before", 0) + x)), f"{t}: {x} requests not met")
        left = defaultdict(list)
        for m in self.M: left[m.div, m.home, m.away].append(m)
        for k, days in pub.items():
            days, ms = sorted(days), sorted(left[k], key=lambda m: m.day)
            for day in days[:]:
                hit = next((m for m in ms if m.day == day), None)
                if hit: ms.remove(hit); days.remove(day)
            for i, day in enumerate(days):
                if k[1] not in self.team or k[2] not in self.team: continue
                self.cost("change", W["change"], f"{k[0]} {k[1]} v {k[2]} moved from {day}")
                if i < len(ms): self.cost("delay", W["delay"] * -(-abs((ms[i].day - day).days) // 7), f"{k[1]} v {k[2]} moved to {ms[i].day}")
        self.info["breaks"] = dict(brk)
        self.info["carry_over"] = {d: coe(self, d) for d in self.div if self.div[d]["mode"] == "rounds" and len(self.div[d]["teams"]) % 2 == 0}

    def report(self):
        by = Counter()
        for k, a, _ in self.soft: by[k] += a
        return {"id": self.I["id"], "matches": len(self.M), "hard": len(self.hard), "cost": sum(by.values()), "cost_by_kind": dict(sorted(by.items())),
                "hard_by_code": dict(sorted(Counter(c for c, _ in self.hard).items())), **self.info}


def coe(C, d):
    """carry-over effects value (sum of squares) of a division; reported, not costed"""
    c = Counter(); days = C.used[d]
    opp = {}
    for m in C.M:
        if m.div == d: opp[m.home, m.day] = m.away; opp[m.away, m.day] = m.home
    for a, b in zip(days, days[1:] + days[:1]):
        for t in C.div[d]["teams"]:
            if (t, a) in opp and (t, b) in opp: c[opp[t, a], opp[t, b]] += 1
    return sum(v * v for v in c.values())


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("instance"); ap.add_argument("schedule", nargs="?"); ap.add_argument("--json", action="store_true"); ap.add_argument("--quiet", action="store_true")
    ap.add_argument("--explain"); ap.add_argument("--planted")
    a = ap.parse_args()
    try:
        inst = json.load(open(a.instance, encoding="utf-8")); assert inst["format"] == "pubfix-1"
        if a.explain:
            got = set(json.load(open(a.explain))); want = set(json.load(open(a.planted)))
            print(json.dumps({"id": inst["id"], "planted": len(want), "returned": len(got), "missing": sorted(want - got), "extra": sorted(got - want), "ok": want <= got and len(got) <= len(want) + 2}))
            return 0 if want <= got and len(got) <= len(want) + 2 else 1
        C = Checker(inst); C.load(a.schedule); C.check_hard(); C.check_soft()
    except (OSError, ValueError, KeyError, AssertionError) as e:
        print("unreadable:", repr(e), file=sys.stderr); return 2
    R = C.report()
    if a.json: print(json.dumps(R))
    else:
        print(f"{R['id']}: {R['matches']} matches, {R['hard']} hard violations, soft cost {R['cost']}  {R['cost_by_kind']}")
        print(f"  breaks per division {R['breaks']}")
        if not a.quiet:
            for c, t in C.hard[:50]: print("  HARD", c, t)
            for k, v, t in sorted(C.soft, key=lambda x: -x[1])[:15]: print(f"  soft {v:3d} {k:6s} {t}")
    return 1 if C.hard else 0


if __name__ == "__main__":
    sys.exit(main())
