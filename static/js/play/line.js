// The line of play, walked by a table of ends (scoring/play/tables.py): an end is a row of the table, which says
// what it opens, what it counts and what is left of it.
//
// A tile is two letters, the higher pip first. A line is {played: [{tile, host, pip, half}], ends: [{row, host}]}:
// `host` is the tile that one was joined to, at its own `pip`, so that its other `half` is open.

export const NOTHING = { played: [], ends: [] };

const ROW = { pip: 0, counts: 1 };

function row(tables, end) {
  return tables.line.ends[end.row];
}

const known = new Map(); // the halves of the tiles seen so far: they are asked for all the time

/** The two pips of a tile as numbers, the higher first. */
export function halves(tables, tile) {
  if (!known.has(tile))
    known.set(
      tile,
      [...tile].map((letter) => tables.spelling[0].indexOf(letter)),
    );
  return known.get(tile);
}

/** The other pip of a tile at a pip; -1 where the tile has no such pip. */
function far(tables, tile, pip) {
  const [one, two] = halves(tables, tile);
  return one === pip ? two : two === pip ? one : -1;
}

function suits(tables, end, tile) {
  return far(tables, tile, row(tables, end)[ROW.pip]) >= 0;
}

/** The ends where a tile fits, leaving out any that would come to the same as one before it. */
export function endsFor(tables, line, tile) {
  const choices = new Set();
  return line.ends.filter((end) => {
    const [pip, , choice] = row(tables, end);
    if (far(tables, tile, pip) < 0 || choices.has(choice)) return false;
    return choices.add(choice);
  });
}

export function fits(tables, line, tile) {
  return line.played.length === 0 || line.ends.some((end) => suits(tables, end, tile));
}

export function total(tables, line) {
  return line.ends.reduce((sum, end) => sum + row(tables, end)[ROW.counts], 0);
}

/** The line with one more tile, at the host named where that matters (else null); null if it cannot be played so. */
export function join(tables, line, tile, at) {
  if (line.played.some((each) => each.tile === tile)) return null;
  if (line.played.length === 0) return at === null ? lead(tables, tile) : null;
  const there = (end) => end.host === at && suits(tables, end, tile);
  const open = at === null ? endsFor(tables, line, tile) : line.ends.filter(there);
  if (open.length !== 1) return null;
  const [end] = open;
  const [pip, , , stays, opens] = row(tables, end);
  const half = far(tables, tile, pip);
  const ends = line.ends.filter((each) => each !== end);
  if (stays >= 0) ends.splice(line.ends.indexOf(end), 0, { row: stays, host: end.host });
  ends.push({ row: opens[half], host: tile });
  return { played: [...line.played, { tile, host: end.host, pip, half }], ends };
}

function lead(tables, tile) {
  const opens = tables.line.leads[tables.line.tiles.indexOf(tile)];
  if (!opens) return null;
  return { played: [{ tile, host: null }], ends: opens.map((each) => ({ row: each, host: tile })) };
}

/**
 * The tiles as they lie, left to right, for whoever draws them: {tile, shown: [left pip, right pip], double, place}.
 * `place` says as which it was played, from 0. A double lies across.
 */
export function laid(tables, line) {
  const lying = [];
  const way = {}; // of the tiles that were joined: -1 to the left, 1 to the right
  line.played.forEach(({ tile, host, pip, half }, place) => {
    const pips = halves(tables, tile);
    const double = pips[0] === pips[1];
    if (host === null) {
      lying.push({ tile, shown: pips, double, place });
      return;
    }
    const first = line.played[0];
    way[tile] = host !== first.tile ? way[host] : besideFirst(tables, lying, first.tile, pip);
    if (way[tile] < 0) lying.unshift({ tile, shown: [half, pip], double, place });
    else lying.push({ tile, shown: [pip, half], double, place });
  });
  return lying;
}

/** On which side of the tile led a tile lies: at its own pip; beside a double to the right first. */
function besideFirst(tables, lying, tile, pip) {
  const [left, right] = halves(tables, tile);
  if (left !== right) return pip === left ? -1 : 1;
  return lying[lying.length - 1].tile === tile ? 1 : -1;
}
