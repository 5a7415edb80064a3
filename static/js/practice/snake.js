// Where the tiles of a line lie: to the right and to the left of the first, and where the table ends round a corner and
// back. Everything is in halves of a tile; a double lies across, and a line turns at its end as people turn it.

const REACHES = [0, 180, 270, 90]; // where the arms start: right, left, up, down
const APART = 2.5; // from the middle of one row to that of the next, so that doubles lie clear of each other
const NARROWEST = 9; // halves of a tile: room for one to each side of the first, and for a corner
const NARROWEST_CROSS = 13; // the same where four arms share the table
const SPARE = { tile: null, pips: [0, 1] };
const SMALLEST = 8; // pixels of half a tile
const CLEAR = 2; // what an arm leaves to the one that starts beside it

/** Each tile of an arm as it lies to somebody who looks along it: {tile, pips, f, s, way, double}; f along, s aside. */
function along(arm, start, most, least) {
  let [f, s, row, way, across] = [start, 0, 0, 1, 1]; // `way` 1 along, -1 back, 0 aside; `across` the way of the row
  let before = null;
  return arm.map((each) => {
    const double = each.pips[0] === each.pips[1];
    const size = double ? 1 : 2;
    if (way) {
      const end = f + way * (double ? 1 : 3);
      if (before && (way > 0 ? end > most : end < least)) {
        [f, s] = before.double ? [f - way / 2, s + 1] : [f + way / 2, s - 0.5];
        way = 0;
      }
    } else if (!before.double && s - 0.5 - row >= APART) {
      way = across = -across;
      [f, s, row] = [f + way / 2, s - 0.5, s - 0.5];
    }
    before = { ...each, double, way, f: f + (way * size) / 2, s: way ? s : s + size / 2 };
    if (way) f += way * size;
    else s += size;
    return before;
  });
}

/** Quarter turns of an arm as it lies into the table's own x and y. */
function turned({ f, s, way, double, ...each }, angle) {
  const [cos, sin] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[angle];
  const heading = (angle + { 1: 0, 0: 90, "-1": 180 }[way]) % 360;
  const lying = (heading % 180 === 0) !== double;
  const pips = heading === 0 || heading === 90 ? each.pips : [...each.pips].reverse();
  return { ...each, shown: pips, lying, x: f * cos - s * sin, y: f * sin + s * cos };
}

/** Every tile with its middle: {tile, shown, lying, x, y}; `shown` from the left, or from the top where none is lying. */
export function placed({ root, arms }, [wide, high]) {
  const double = root.pips[0] === root.pips[1];
  const first = { ...root, shown: root.pips, lying: !double, x: 0, y: 0 };
  const all = arms.map((arm, number) => {
    const start = double ? (number < 2 ? 0.5 : 1) : 1;
    const reach = number < 2 ? wide : high;
    return along(arm, start, reach, arms.length > 2 ? CLEAR : -reach).map((each) => turned(each, REACHES[number]));
  });
  return [first, ...all.flat()];
}

function boxOf(lying) {
  const ends = (key, is) =>
    lying.flatMap((each) => [each[key] - (is(each) ? 1 : 0.5), each[key] + (is(each) ? 1 : 0.5)]);
  const [xs, ys] = [ends("x", (each) => each.lying), ends("y", (each) => !each.lying)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Whether no two of the tiles lie on each other. */
function areClear(lying) {
  const [long, short] = [(each) => (each.lying ? 1 : 0.5), (each) => (each.lying ? 0.5 : 1)];
  const apart = (one, two) =>
    Math.abs(one.x - two.x) > long(one) + long(two) - 0.01 || Math.abs(one.y - two.y) > short(one) + short(two) - 0.01;
  return lying.every((one, place) => lying.slice(0, place).every((two) => apart(one, two)));
}

/** Every arm with a tile more, so that there is room for the next. */
const withRoom = ({ root, arms }) => ({
  root,
  arms: [arms[0] || [], arms[1] || [], ...arms.slice(2)].map((arm) => [...arm, SPARE]),
});

/**
 * How the tiles fit on a table of so many pixels: {unit, reach, x, y}, `unit` the pixels of half a tile, x and y where
 * the root has its middle; null where they do not.
 */
export function fitted(parts, { width, height }, largest) {
  const crossed = parts.arms.length > 2;
  const most = crossed ? Math.min(width, height) / NARROWEST_CROSS : width / NARROWEST;
  for (let unit = Math.min(largest, Math.floor(most)); unit > SMALLEST; unit = Math.floor(unit * 0.94)) {
    const reach = [width / unit / 2, height / unit / 2];
    const lying = placed(withRoom(parts), reach);
    const box = boxOf(lying);
    const fits = (box.right - box.left) * unit <= width && (box.bottom - box.top) * unit <= height;
    if (!fits || (crossed && !areClear(lying))) continue;
    const middle = (size, from, to) => (size - (from + to) * unit) / 2;
    return { unit, reach, x: middle(width, box.left, box.right), y: middle(height, box.top, box.bottom) };
  }
  return null;
}

/** In rows, in the order played, by their middles in pixels: for games whose arms have arms of their own. */
export function inRows(tiles, { width, height }) {
  let unit = 34;
  const across = () => Math.max(1, Math.floor(width / unit / 2.2));
  while (unit > SMALLEST && Math.ceil(tiles.length / across()) * 1.3 * unit > height) unit -= 1;
  const each = across();
  const lying = tiles.map(({ tile, pips }, place) => ({
    tile,
    shown: pips,
    lying: true,
    x: ((place % each) * 2.2 + 1.1) * unit,
    y: (Math.floor(place / each) * 1.3 + 0.65) * unit,
  }));
  return { unit, tiles: lying };
}
