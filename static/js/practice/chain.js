// Which tile was joined to which, in every game: the open ends say so.
//
// A chain is {tiles: [{tile, host, pips}], open: [{end, host}]}: `host` is the tile that one was joined to, the first of
// its `pips` the one that it was joined by. An end is one of a layout (computer/layouts.js).

export const NO_CHAIN = { tiles: [], open: [] };

/** The open ends at which a tile makes another layout: [{host, to}]; of the tile led one, with no host. */
export function waysOf(layouts, { tiles, open }, layout, tile) {
  const made = layouts.made(layout, tile);
  if (!tiles.length) return made.map((to) => ({ host: null, to }));
  return open.flatMap(({ end, host }) => {
    const to = made.find((each) => String(layouts.joinedAt(layout, tile, each)) === String(end));
    return to ? [{ host, to }] : [];
  });
}

/** The chain with one more tile, which makes the layout `to` of `layout`; of two ends that are alike that of `host`. */
export function joined(layouts, { tiles, open }, { tile, layout, to, host: wanted }) {
  const [high, low] = layouts.tiles[tile];
  if (!tiles.length)
    return { tiles: [{ tile, host: null, pips: [high, low] }], open: to.ends.map((end) => ({ end, host: tile })) };
  const end = layouts.joinedAt(layout, tile, to);
  const alike = open.filter((each) => String(each.end) === String(end));
  const met = alike.find(({ host }) => host === wanted) || alike[0];
  const { own, left } = layouts.opened(layout, layouts.tiles[tile], end);
  const added = [own && { end: own, host: tile }, left && { end: left, host: met.host }].filter(Boolean);
  return {
    tiles: [...tiles, { tile, host: met.host, pips: end[0] === high ? [high, low] : [low, high] }],
    open: [...open.filter((each) => each !== met), ...added],
  };
}

/** A tile as records write it: "64". */
export const written = (layouts, tile) => layouts.tiles[tile].map((pip) => "0123456789abcdefghi"[pip]).join("");

/**
 * The tiles as arms that start at one of them: {root, arms: [[tile, …], …]}, the arms to the right, left, up and down.
 * The root is a double that more than two are joined to, else the tile led. null where arms have arms of their own.
 */
export function armsOf({ tiles }) {
  const near = new Map(tiles.map(({ tile }) => [tile, []]));
  for (const { tile, host } of tiles.slice(1)) {
    near.get(host).push(tile);
    near.get(tile).push(host);
  }
  const forks = tiles.filter(({ tile }) => near.get(tile).length > 2);
  if (forks.length > 1) return null;
  const root = forks[0] || tiles[0];
  const by = new Map(tiles.map((each) => [each.tile, each]));
  const arms = near.get(root.tile).map((first) => {
    const arm = [];
    for (let before = root, next = by.get(first); next;) {
      arm.push(outward(next, before));
      const on = near.get(next.tile).find((each) => each !== before.tile);
      [before, next] = [next, by.get(on)];
    }
    return arm;
  });
  const [left, right] = root.pips;
  const beside = (pip) => arms.find((arm) => arm[0].pips[0] === pip) || [];
  return { root, arms: left === right ? arms : [beside(right), beside(left)] };
}

/** A tile with the pip first by which it touches the tile `before` it. */
function outward(each, before) {
  const met = each.host === before.tile ? each.pips[0] : before.pips[0];
  return met === each.pips[0] ? each : { ...each, pips: [...each.pips].reverse() };
}
