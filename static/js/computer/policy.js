// The plain way to play: most points now, less what the layout would give the next player. It plays hands out for the
// player who thinks (scoring/play/computer/policy.py).

import { land } from "../play/board.js";

const SHARE = 3500; // of the threat, in thousandths: what the next player gets counts 3.5 times its mean over the set
const WON = 1e9;

/** The best play in hand by this, {tile, to, value}; null if there is none. `share` 0 takes the most points. */
export function choose(position, share = SHARE) {
  const { tables, layouts, leads } = position.game;
  const { layout, turn } = position;
  const score = position.scores[tables.sides[turn]];
  const near = score + tables.most >= tables.wins || (leads && position.isLead) || position.goingOn;
  const known = near ? null : bestOfEach(layouts, layout, share);
  let best = null;
  for (const tile of position.hands[turn]) {
    const play = near ? bestOf(position.made(tile), tile, (to) => valueNear(position, to, score, share)) : known[tile];
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
function bestOfEach(layouts, layout, share) {
  if (!layout.plain[share]) {
    const value = (to) => 1000 * to.points - risk(layouts, to, share);
    layout.plain[share] = layouts.tiles.map((_, tile) => bestOf(layouts.made(layout, tile), tile, value));
  }
  return layout.plain[share];
}

function risk(layouts, to, share) {
  return share ? Math.floor((share * layouts.threat(to)) / 1000) : 0;
}

/** What a play moves the pegs where it may win or bust; winning is worth more than anything. */
function valueNear(position, to, score, share) {
  const { tables, layouts } = position.game;
  const isOut = position.hands[position.turn].length === 1 && position.isLastOfSide(position.turn);
  const landing = land(tables, score, to.points + (isOut ? tables.chip : 0), position.isLead);
  const gain = landing.how === "won" ? WON / 2 : 1000 * (landing.score - score);
  return gain - risk(layouts, to, share);
}

/** Play a hand to its end, everybody by the plain way. */
export function playOut(position) {
  while (!position.over) {
    const best = choose(position);
    if (best) position.play(best.tile, best.to);
    else position.pass();
  }
}
