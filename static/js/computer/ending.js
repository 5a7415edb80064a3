// The end of a hand: what tiles left are worth, who leads next, and what the position is then worth to each side
// (scoring/play/computer/position.py).

import { land } from "../play/board.js";
import { nextDrop, settle } from "../play/game.js";

const GAME = 1000;

/** The chance of each side to win the game, in thousandths, from a hand that is over. */
export function worth(position) {
  const { tables, values } = position.game;
  const next = position.winner === null ? ended(position) : null;
  if (position.winner !== null) return tables.starts.map((_, side) => (side === position.winner ? GAME : 0));
  const shares = tables.starts.map((_, side) => share(values, tables, position.scores, side, next));
  if (shares.length === 2) return shares;
  const all = shares.reduce((sum, each) => sum + each, 0);
  return shares.map((each) => Math.floor((GAME * each) / Math.max(1, all)));
}

/** Settle the hand on the board; the seat that leads next, null where lots are drawn. */
export function ended(position) {
  const { tables, layouts } = position.game;
  const pips = position.hands.map((hand) => hand.reduce((sum, tile) => sum + sumOf(layouts.tiles[tile]), 0));
  const settled = settle(tables, pips, position.out);
  if (settled) peg(position, settled.points);
  if (position.winner === null && tables.hand_wins !== null) {
    const best = Math.max(...position.scores);
    const alone = best >= tables.hand_wins && position.scores.filter((score) => score === best).length === 1;
    if (alone) position.winner = position.scores.indexOf(best);
  }
  return nextDrop(tables, { leader: position.leader, table: { last: position.last } }, position.out, settled);
}

const sumOf = ([high, low]) => high + low;

/** The settlement on the board. Should two sides win by it, the higher score does, and a tie plays on. */
function peg(position, points) {
  const { tables } = position.game;
  const won = [];
  points.forEach((pegs, side) => {
    if (pegs > 0) {
      const landing = land(tables, position.scores[side], pegs, false);
      position.scores[side] = landing.score;
      if (landing.how === "won") won.push(side);
    } else position.scores[side] += pegs;
  });
  const best = Math.max(...won.map((side) => position.scores[side]));
  const highest = won.filter((side) => position.scores[side] === best);
  if (highest.length === 1) position.winner = highest[0];
}

/** A side against each of the others in turn, as if it were a game of two. */
function share(values, tables, scores, side, next) {
  const leads = next === null ? null : tables.sides[next];
  const own = Math.max(1, tables.goal - scores[side]);
  let product = GAME;
  for (let other = 0; other < scores.length; other++) {
    if (other === side) continue;
    const theirs = Math.max(1, tables.goal - scores[other]);
    const first = leads === side || leads === null ? values.chance(own, theirs) : 0;
    const second = leads === side ? 0 : GAME - values.chance(theirs, own);
    const chance = leads === side ? first : leads === null ? Math.floor((first + second) / 2) : second;
    product = Math.floor((product * chance) / GAME);
  }
  return product;
}
