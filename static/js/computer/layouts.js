// Layouts as a graph: what is open on the table, and what each tile makes of it (scoring/play/bits.py, `Spread`).
//
// A layout is {ends, double, points, pips}: `ends` the open ends as [pip, kind], `points` what they score,
// `double` what a double would be, led and joined, `stubs` what the stubs at a sniff count. Two ways to the same open ends are one layout.

export class Layouts {
  /** `tables` is what scoring/play/computer/table.py writes: the kinds of end are numbers there. */
  constructor(tables) {
    this.kinds = tables.kinds;
    this.points = tables.points;
    this.tiles = [];
    for (let high = 0; high <= tables.set; high++) for (let low = 0; low <= high; low++) this.tiles.push([high, low]);
    this.known = new Map();
    this.empty = this.layout([], this.kinds.first);
  }

  layout(ends, double, stubs = 0) {
    const key = `${ends.join(" ")}|${double}|${stubs}`;
    let found = this.known.get(key);
    if (!found) {
      const total = ends.reduce((sum, [pip, kind]) => sum + pip * this.kinds.weight[kind], stubs);
      const pips = [...new Set(ends.map(([pip]) => pip))];
      const made = this.tiles.map(() => null);
      found = {
        ends,
        double,
        stubs,
        total,
        points: this.points[total] || 0,
        pips,
        made,
        plain: {},
        most: null,
        threats: {},
      };
      this.known.set(key, found);
    }
    return found;
  }

  /** Every layout that a tile can make, by its number; none where it does not fit. */
  made(layout, tile) {
    if (layout.made[tile] === null) layout.made[tile] = this.join(layout, this.tiles[tile]);
    return layout.made[tile];
  }

  join(layout, [high, low]) {
    const isDouble = high === low;
    const { first, later, single } = this.kinds;
    const double = isDouble && later ? later : layout.double;
    const [led] = layout.double;
    if (!layout.ends.length) {
      const lead = isDouble ? [[high, led]] : [[low, single], [high, single]]; // prettier-ignore
      return [this.layout(lead, isDouble ? double : first)];
    }
    const made = new Map();
    layout.ends.forEach((_, place) => {
      const after = this.joined(layout, [high, low], place);
      if (after) made.set(keyOf(after), after);
    });
    return [...made.values()].sort(byEnds).map(({ ends, stubs }) => this.layout(ends, double, stubs));
  }

  /** {ends, stubs} once a tile is joined at one of the ends, by its place; null where it does not fit. */
  joined(layout, [high, low], place) {
    const [pip] = layout.ends[place];
    if (pip !== high && pip !== low) return null;
    const rest = layout.ends.filter((_, each) => each !== place);
    const { own, left, stub } = this.opened(layout, [high, low], layout.ends[place]);
    const ends = [...rest, own, left].filter(Boolean).sort(byPips);
    return { ends, stubs: layout.stubs + stub };
  }

  /** What a tile that is joined at an end leaves: its own end, what is left of the other, what it counts as a stub. */
  opened({ double }, [high, low], [pip, kind]) {
    const { becomes, single, stub } = this.kinds;
    const far = pip === high ? low : high;
    const left = becomes[kind] >= 0 ? [pip, becomes[kind]] : null;
    if (kind >= stub) return { own: null, left, stub: far };
    return { own: [far, high === low ? double[1] : single], left, stub: 0 };
  }

  /** The end, [pip, kind], at which a tile makes one layout of another. */
  joinedAt(layout, tile, to) {
    const made = (_, place) => this.joined(layout, this.tiles[tile], place);
    return layout.ends.find((end, place) => made(end, place) && keyOf(made(end, place)) === keyOf(to));
  }

  /** The most that each tile scores here, -1 where it does not fit. */
  most(layout) {
    if (layout.most === null) {
      const best = (_, tile) => this.made(layout, tile).reduce((most, each) => Math.max(most, each.points), -1);
      layout.most = this.tiles.map(best);
    }
    return layout.most;
  }
}

const byPips = (one, two) => one[0] - two[0] || one[1] - two[1];

const keyOf = ({ ends, stubs }) => `${ends.join(" ")}|${stubs}`;

function byEnds(one, two) {
  for (let place = 0; place < Math.min(one.ends.length, two.ends.length); place++) {
    const order = byPips(one.ends[place], two.ends[place]);
    if (order) return order;
  }
  return one.ends.length - two.ends.length || one.stubs - two.stubs;
}
