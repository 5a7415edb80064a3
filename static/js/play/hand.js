// A hand followed tile by tile. Knows what is seen and what is not: a seat may hold tiles that nobody wrote down, and
// only what is known is held against it. Whose turn it is, who is out and when a hand ends is looked up by the seats
// that still hold tiles, as a number of bits (scoring/play/tables.py).
//
// A hand is {held, left, line, turn, knocks, out, ended, last}: `held` the tiles known to be with each seat, `left` how
// many each has, `out` the side that went out first, `last` the seat that played last. A move gives a new hand, or
// null.

import { endsFor, fits, halves, join, NOTHING, total } from "./line.js";

/**
 * The hand as dealt, after so many hands `before` it, null for a seat whose tiles are not known; null if there is no
 * such deal.
 */
export function deal(tables, dealt, leader, before) {
  const seen = dealt.flatMap((tiles) => tiles || []);
  if (new Set(seen).size !== seen.length || seen.some((tile) => !tables.line.tiles.includes(tile))) return null;
  const { each, each_next: next = each } = tables.line;
  const left = dealt.map((tiles) => (tiles ? tiles.length : before ? next : each));
  const held = dealt.map((tiles) => tiles || []);
  return { held, left, line: NOTHING, turn: leader, knocks: 0, out: null, ended: null, last: null };
}

function isKnown(hand, seat) {
  return hand.held[seat].length === hand.left[seat];
}

function isSeen(hand, tile) {
  return hand.line.played.some((each) => each.tile === tile) || hand.held.some((tiles) => tiles.includes(tile));
}

/** The tiles that are neither on the table nor known to be with anybody. */
export function unseen(tables, hand) {
  return tables.line.tiles.filter((tile) => !isSeen(hand, tile));
}

function seatsWithTiles(hand) {
  return hand.left.reduce((mask, left, seat) => (left > 0 ? mask | (1 << seat) : mask), 0);
}

/** The hand once the player to move has played a tile, and what it made: {hand, host, total, points, chip}; or null. */
export function play(tables, hand, tile, at) {
  const made = hand.ended ? null : lay(tables, hand, tile, at);
  return made && { ...made, hand: closed(tables, made.hand) };
}

/** The same, before it is asked whether anybody can play on. */
function lay(tables, hand, tile, at) {
  const seat = hand.turn;
  const line = mayHold(tables, hand, tile) ? join(tables, hand.line, tile, at) : null;
  if (!line) return null;
  const held = hand.held.map((tiles, each) => (each === seat ? tiles.filter((other) => other !== tile) : tiles));
  const left = hand.left.map((each, index) => each - (index === seat ? 1 : 0));
  const mask = seatsWithTiles({ left });
  const first = hand.out === null && tables.line.outs[mask][seat];
  const after = {
    held,
    left,
    line,
    turn: tables.line.turns[mask][seat],
    knocks: 0,
    out: first ? tables.sides[seat] : hand.out,
    ended: tables.line.over[mask][seat] ? "out" : null,
    last: seat,
  };
  const sum = total(tables, line);
  const { host } = line.played[line.played.length - 1];
  return { hand: after, host, total: sum, points: tables.points[sum], chip: first ? tables.chip : 0 };
}

function mayHold(tables, hand, tile) {
  if (hand.held[hand.turn].includes(tile)) return true;
  return tables.line.tiles.includes(tile) && !isKnown(hand, hand.turn) && !hand.held.flat().includes(tile);
}

/** The hand once the player to move has passed; null if they are known to hold a tile that fits, but for a `revoke`. */
export function knock(tables, hand, revoke) {
  if (hand.ended || (!revoke && hand.held[hand.turn].some((tile) => fits(tables, hand.line, tile)))) return null;
  const turn = tables.line.turns[seatsWithTiles(hand)][hand.turn];
  return closed(tables, { ...hand, turn, knocks: hand.knocks + 1 });
}

function closed(tables, hand) {
  if (hand.ended) return hand;
  if (!hand.left.some((left) => left > 0)) return { ...hand, ended: "out" };
  return isBlocked(tables, hand) ? { ...hand, ended: "blocked" } : hand;
}

function isBlocked(tables, hand) {
  if (hand.knocks >= tables.line.knocks[seatsWithTiles(hand)]) return true;
  const fit = (tile) => fits(tables, hand.line, tile);
  if (hand.line.played.length === 0 || hand.held.some((tiles) => tiles.some(fit))) return false;
  if (hand.held.every((_, seat) => isKnown(hand, seat))) return true;
  return !tables.line.tiles.some((tile) => fit(tile) && !isSeen(hand, tile));
}

/** The pips with each seat, or null while some tile is not known. */
export function pipsLeft(tables, hand) {
  if (!hand.held.every((_, seat) => isKnown(hand, seat))) return null;
  const pips = (tiles) => tiles.flatMap((tile) => halves(tables, tile)).reduce((sum, half) => sum + half, 0);
  return hand.held.map(pips);
}

/** Every play open to the player to move that makes a difference: [{tile, at, ...what it makes}]. */
export function legal(tables, hand) {
  if (hand.ended) return [];
  const tiles = isKnown(hand, hand.turn) ? hand.held[hand.turn] : [...hand.held[hand.turn], ...unseen(tables, hand)];
  const ways = (tile) => (hand.line.played.length ? endsFor(tables, hand.line, tile).map((end) => end.host) : [null]);
  return tiles.flatMap((tile) => ways(tile).map((at) => ({ tile, at, ...lay(tables, hand, tile, at) })));
}

/** Whether the player to move may knock, as far as is known. */
export function mayKnock(tables, hand) {
  return !hand.ended && knock(tables, hand, false) !== null;
}
