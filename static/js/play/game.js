// One game as a fold of facts. Knows in what order hands, turns and pegs follow each other, as scoring/play/game.py;
// every number and every choice of a league is looked up. A step gives a new game, or null for what cannot have been.
//
// A game is {tracks, hand, hands, drop, winner, landing, wrong, lost}: `tracks` {front, back} a side, `drop` the seat
// with the next drop, `wrong` the claim that can be called now, `lost` whether something was told that the tables
// cannot follow. A hand is {leader, deal, pegs, told, table, gap}, with a `table` (hand.js) while every tile of it is
// told.

import { along, backTo, land, put } from "./board.js";
import { deal, knock, pipsLeft, play } from "./hand.js";

export function newGame(tables, leader) {
  const tracks = tables.starts.map((front) => ({ front, back: 0 }));
  return { tracks, hand: null, hands: [], drop: leader, winner: null, landing: null, wrong: null, lost: false };
}

/** The game after one more fact, as forms.js reads it; null if it cannot have been. */
export function enter(tables, game, fact) {
  return game.winner === null ? ENTER[fact.kind](tables, game, fact) : null;
}

const ENTER = {
  hand_started: startHand,
  pegged: (tables, game, fact) => pegWithoutTile(tables, game, fact, fact.pegs),
  total_called: callTotal,
  tile_played: playTile,
  knocked: pass,
  drew: pass,
  hand_ended: endHand,
  muggins_called: callMuggins,
  revoke_shown: penalise,
  pegged_back: pegBack,
};

const isSide = (game, side) => side >= 0 && side < game.tracks.length;
const isSeat = (tables, seat) => seat >= 0 && seat < tables.players;

function startHand(tables, game, fact) {
  if (game.hand) {
    if (tables.told_ends || (game.hand.table && !game.hand.table.ended)) return null;
    game = closeHand(tables, game, game.hand, null, null);
  }
  const leader = fact.leader === null ? game.drop : fact.leader;
  if (leader !== null && !isSeat(tables, leader)) return null;
  if (fact.deal && fact.deal.length !== tables.players) return null;
  const hand = newHand(tables, game, leader, fact.deal);
  if (!hand) return null;
  return { ...game, hand, wrong: null, lost: game.lost || (!tables.line && fact.deal !== null && leader !== null) };
}

function newHand(tables, game, leader, dealt) {
  const told = tables.line && dealt && leader !== null;
  const table = told ? deal(tables, dealt, leader, game.hands.length) : null;
  if (told && !table) return null;
  return { leader, deal: dealt, pegs: game.tracks.map(() => 0), told: [], table, gap: false };
}

/** The hand once a side has pegged; without a `table` there is a gap from here on. */
function after(hand, side, pegs, table) {
  const told = [...hand.told, { side, pegs }];
  const all = hand.pegs.map((each, index) => each + (index === side ? pegs : 0));
  return { ...hand, pegs: all, told, table, gap: !table };
}

function callTotal(tables, game, fact) {
  if (!(fact.total in tables.points)) return null;
  return pegWithoutTile(tables, game, fact, tables.points[fact.total] + (fact.chip ? tables.chip : 0));
}

function pegWithoutTile(tables, game, fact, pegs) {
  if (!isSide(game, fact.side) || pegs < 0) return null;
  const hand = game.hand || newHand(tables, game, game.drop, null);
  if (hand.table && hand.table.ended) return null;
  const leads = hand.leader === null || tables.sides[hand.leader] === fact.side;
  const lead = fact.lead === null ? hand.told.length === 0 && leads : fact.lead;
  return peg(tables, { ...game, hand: after(hand, fact.side, pegs, null) }, fact.side, pegs, lead);
}

function peg(tables, game, side, pegs, lead) {
  const landing = land(tables, game.tracks[side].front, pegs, lead);
  const tracks = put(game.tracks, side, landing.score);
  return { ...game, tracks, landing, winner: landing.how === "won" ? side : null, wrong: null };
}

function playTile(tables, game, fact) {
  if (!isSeat(tables, fact.seat) || (fact.claimed !== null && fact.claimed < 0)) return null;
  const side = tables.sides[fact.seat];
  let hand = game.hand || newHand(tables, game, fact.seat, null);
  if (hand.gap) {
    if (fact.claimed === null) return null;
    return peg(tables, { ...game, hand: after(hand, side, fact.claimed, null) }, side, fact.claimed, false);
  }
  if (!tables.line) return { ...game, lost: true };
  if (!hand.table) {
    const leader = hand.leader === null ? fact.seat : hand.leader;
    hand = newHand(tables, game, leader, hand.deal || tables.sides.map(() => null));
  }
  if (!hand || hand.table.turn !== fact.seat) return null;
  const made = play(tables, hand.table, fact.tile, fact.at);
  if (!made) return null;
  const right = made.points + made.chip;
  const claimed = fact.claimed === null ? right : fact.claimed;
  const pegs = Math.min(claimed, right);
  const told = { ...game, hand: after(hand, side, pegs, made.hand) };
  const pegged = peg(tables, told, side, pegs, made.host === null);
  return closeIfOver(tables, claimed === right ? pegged : { ...pegged, wrong: { side, claimed, right } });
}

/** A knock or a draw. Where the table is not followed it is true and changes nothing. */
function pass(tables, game, fact) {
  const hand = game.hand;
  if (!hand || !isSeat(tables, fact.seat)) return null;
  if (!hand.table) return { ...game, wrong: null };
  if (fact.kind !== "knocked" || hand.table.turn !== fact.seat) return null;
  const table = knock(tables, hand.table, fact.revoke);
  return table && closeIfOver(tables, { ...game, hand: { ...hand, table }, wrong: null });
}

function endHand(tables, game, fact) {
  const hand = game.hand;
  const told = fact.pips || [];
  if (!hand || (fact.pips && told.length !== tables.players)) return null;
  if (told.some((pips) => pips < 0) || told.reduce((sum, pips) => sum + pips, 0) > tables.pips) return null;
  if (fact.out !== null && !isSide(game, fact.out)) return null;
  const out = hand.table && hand.table.ended ? hand.table.out : fact.out;
  const settlement = tables.settlement;
  let pips = fact.pips || (hand.table && pipsLeft(tables, hand.table));
  if (!pips && settlement && settlement.unasked && out !== null) pips = tables.sides.map(() => 0);
  if (!pips && settlement) return null;
  return closeHand(tables, game, hand, out, pips && settle(tables, pips, out));
}

function closeIfOver(tables, game) {
  const table = game.hand.table;
  if (game.winner !== null || !table.ended) return game;
  const pips = pipsLeft(tables, table);
  if (!pips && tables.settlement) return game; // the pips left are still to be told
  return closeHand(tables, game, game.hand, table.out, pips && settle(tables, pips, table.out));
}

/** What tiles left come to: {points a side, winner, again: the same seat drops}; null where they are worth nothing. */
export function settle(tables, pips, out) {
  const rule = tables.settlement;
  if (!rule) return null;
  const of = (holds) => pips.filter((_, seat) => holds(tables.sides[seat]));
  const sum = (hand) => hand.reduce((all, each) => all + each, 0);
  const worth = (hands) => (rule.together ? rule.worth[sum(hands)] : sum(hands.map((each) => rule.worth[each])));
  const sides = [...new Set(tables.sides)];
  const held = sides.map((side) => sum(of((other) => other === side)));
  const fewest = sides.filter((side) => held[side] === Math.min(...held));
  const winner = out === null && rule.fewest && fewest.length === 1 ? fewest[0] : out;
  if (rule.whose === "own") {
    return { points: sides.map((side) => worth(of((other) => other === side))), winner, again: false };
  }
  const taken = (side) => worth(of((other) => rule.whose === "all" || other !== side));
  const shares = rule.share && winner === null && fewest.length === 2;
  const half = (side) => (fewest.includes(side) ? worth([Math.max(...held)]) / 2 : 0);
  const points = sides.map(shares ? half : (side) => (side === winner ? taken(side) : 0));
  return { points, winner, again: winner === null && rule.again };
}

function closeHand(tables, game, hand, out, settled) {
  const done = { leader: hand.leader, pegs: hand.pegs, out };
  let closed = { ...game, hand: null, hands: [...game.hands, done], drop: nextDrop(tables, hand, out, settled) };
  if (settled) closed = pegSettled(tables, closed, settled.points);
  if (closed.winner !== null || tables.hand_wins === null) return closed;
  const scores = closed.tracks.map((track) => track.front);
  const best = Math.max(...scores);
  const alone = best >= tables.hand_wins && scores.filter((score) => score === best).length === 1;
  return { ...closed, winner: alone ? scores.indexOf(best) : null };
}

export function nextDrop(tables, hand, out, settled) {
  if (settled && settled.again) return hand.leader;
  if (tables.out_drops && out !== null && hand.table && hand.table.last !== null) return hand.table.last;
  const won = tables.winner_drops && settled ? settled.winner : out;
  return tables.drops[hand.leader === null ? 0 : hand.leader + 1][won === null ? 0 : won + 1];
}

/** The settlement on the board. Should two sides win by it, the higher score does, and a tie plays on. */
function pegSettled(tables, game, points) {
  let { tracks, landing } = game;
  const won = [];
  points.forEach((worth, side) => {
    if (worth > 0) {
      landing = land(tables, tracks[side].front, worth, false);
      tracks = put(tracks, side, landing.score);
      if (landing.how === "won") won.push({ side, score: landing.score });
    } else if (worth < 0) tracks = put(tracks, side, tracks[side].front + worth);
  });
  const best = won.filter(({ score }) => won.every((other) => other.score <= score));
  return { ...game, tracks, landing, winner: best.length === 1 ? best[0].side : null };
}

function callMuggins(tables, game, fact) {
  const wrong = game.wrong;
  if (!isSide(game, fact.side) || !tables.muggins || !wrong || wrong.side === fact.side) return null;
  return peg(tables, game, fact.side, Math.abs(wrong.right - wrong.claimed), false);
}

/** Who moves for a revoke, and how: back, or the opponent on; null if it cannot be. */
export function revoked(tables, game, fact) {
  const sides = game.tracks.length;
  const opponent = fact.opponent === null && sides === 2 ? 1 - fact.side : fact.opponent;
  if (!tables.revoke || !isSide(game, fact.side)) return null;
  if (opponent === null || !isSide(game, opponent) || opponent === fact.side) return null;
  const { how, to } = along(tables.revoke.moves, game.tracks[fact.side].front, 0);
  return { side: how === "back" ? fact.side : opponent, how, to };
}

function penalise(tables, game, fact) {
  const moves = revoked(tables, game, fact);
  if (!moves) return null;
  if (moves.how === "on") return peg(tables, game, moves.side, tables.revoke.pegs, false);
  const landing = { how: "pegged", score: moves.to };
  return { ...game, tracks: put(game.tracks, moves.side, moves.to), landing, wrong: null };
}

function pegBack(tables, game, fact) {
  if (!isSide(game, fact.side) || fact.pegs < 0) return null;
  const tracks = put(game.tracks, fact.side, backTo(tables, game.tracks[fact.side].front, fact.pegs));
  return { ...game, tracks, landing: null, wrong: null };
}
