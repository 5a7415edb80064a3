// The plain way to play: most points now, less what the layout would give the next player. It plays hands out for the
// player who thinks (scoring/play/computer/player.py).

import { land } from "../play/board.js";

const SHARE = 3500; // of the threat, in thousandths: what the next player gets counts 3.5 times its mean over the set
const WIN = 10; // pegs: what it counts for that the next player may win
const WON = 1e9;

/** The best play in hand by this, {tile, to, value}; null if there is none. `share` 0 takes the most points. */
export function choose(position, share = SHARE) {
  const { game, layout, turn, scores } = position;
  const { tables, layouts, leads } = game;
  const score = scores[tables.sides[turn]];
  const next = scores[tables.sides[(turn + 1) % tables.sides.length]];
  const after = share && next + tables.most >= tables.wins ? next : 0;
  const near = after || score + tables.most >= tables.wins || (leads && position.isLead) || position.goingOn;
  const risk = (to) => (share ? Math.floor((share * threat(game, to, after)) / 1000) : 0);
  const known = near ? null : bestOfEach(layouts, layout, share, risk);
  let best = null;
  for (const tile of position.hands[turn]) {
    const value = (to) => gainNear(position, to, score) - risk(to);
    const play = near ? bestOf(position.made(tile), tile, value) : known[tile];
    if (play && (!best || play.value > best.value || (play.value === best.value && tile < best.tile))) best = play;
  }
  return best;
}

function bestOf(made, tile, valueOf) {
  let best = null;
  for (const to of made) {
    const value = valueOf(to);
    if (!best || value > best.value) best = { tile, to, value };
  }
  return best;
}

/** Far from the target a tile is worth the same whoever plays it: by tile, worked out once for a layout. */
function bestOfEach(layouts, layout, share, risk) {
  if (!layout.plain[share]) {
    const value = (to) => 1000 * to.points - risk(to);
    layout.plain[share] = layouts.tiles.map((_, tile) => bestOf(layouts.made(layout, tile), tile, value));
  }
  return layout.plain[share];
}

/** What the next player, on this score, will peg here on average over the tiles of the set, in thousandths. */
export function threat({ tables, layouts }, layout, score = 0) {
  if (layout.threats[score] === undefined) {
    const gain = (to) => {
      const landing = land(tables, score, to.points, false);
      return landing.how === "won" ? WIN : landing.score - score;
    };
    const most = (_, tile) => layouts.made(layout, tile).reduce((best, to) => Math.max(best, gain(to)), 0);
    const sum = layouts.tiles.map(most).reduce((all, each) => all + each, 0);
    layout.threats[score] = Math.floor((1000 * sum) / layouts.tiles.length);
  }
  return layout.threats[score];
}

/** What a play moves the pegs where it may win or bust; winning is worth more than anything. */
function gainNear(position, to, score) {
  const { tables } = position.game;
  const isOut = position.hands[position.turn].length === 1 && position.isLastOfSide(position.turn);
  const landing = land(tables, score, to.points + (isOut ? tables.chip : 0), position.isLead);
  return landing.how === "won" ? WON / 2 : 1000 * (landing.score - score);
}

/** Play a hand to its end, everybody by the plain way. */
export function playOut(position) {
  while (!position.over) {
    const best = choose(position);
    if (best) position.play(best.tile, best.to);
    else position.pass();
  }
}
