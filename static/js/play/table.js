// What a phone shows of the hand on the table, tile by tile.

import { land } from "./board.js";
import { deal, legal, mayKnock, unseen } from "./hand.js";
import { laid, total } from "./line.js";

/**
 * {tiles, ends, total, turn, left, unseen, legal, knock, ended}; null where tiles are not followed. `tiles` as they lie
 * (line.js); `ends` the hosts of the open ends; `turn` the seat to move, null before the first tile if nobody is known
 * to have the drop; `left` tiles a seat; `unseen` those nobody has seen; `legal` each {tile, at, total, pegs, chip,
 * how, score} that the player to move may choose, to be told with this `at`.
 */
export function lineOf(tables, game) {
  const hand = game.hand;
  if (!tables.line || game.winner !== null || (hand && !hand.table && (hand.gap || hand.told.length))) return null;
  const leader = hand ? hand.leader : game.drop;
  const dealt = (hand && hand.deal) || tables.sides.map(() => null);
  const table = (hand && hand.table) || deal(tables, dealt, leader === null ? 0 : leader, game.hands.length);
  if (!table) return null;
  const first = table.line.played.length === 0;
  return {
    tiles: laid(tables, table.line),
    ends: table.line.ends.map((end) => end.host),
    total: total(tables, table.line),
    turn: first && leader === null ? null : table.turn,
    left: table.left,
    unseen: unseen(tables, table),
    legal: legal(tables, table).map((way) => choice(tables, game, tables.sides[table.turn], way)),
    knock: mayKnock(tables, table),
    ended: table.ended,
  };
}

function choice(tables, game, side, { tile, at, total: sum, points, chip }) {
  const pegs = points + chip;
  return { tile, at, total: sum, pegs, chip, ...land(tables, game.tracks[side].front, pegs, at === null) };
}
