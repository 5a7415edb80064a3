// The player: every play is tried on deals that may lie hidden, each played out by the plain way, and judged by the
// chance to win the game from where that leaves the pegs (scoring/play/computer/player.py).

import { Belief } from "./belief.js";
import { worth } from "./ending.js";
import { choose, playOut } from "./policy.js";
import { positionOf } from "./view.js";

/** By level: how many deals are tried; 0 takes the most points; of `loose` turns in a hundred any tile will do. */
export const LEVELS = [
  { name: "Beginner", deals: 0, loose: 40 },
  { name: "Regular", deals: 0, loose: 0 },
  { name: "Team player", deals: 12, loose: 0 },
  { name: "Champion", deals: 1000, loose: 0 },
];

/** The play of a level, {tile, to}, for what one seat may know; the same chance gives the same play. */
export function playOf(game, view, level, chance) {
  const plays = positionOf(game, view).plays();
  if (plays.length === 1) return plays[0];
  const { deals, loose } = LEVELS[level];
  if (chance.below(100) < loose) return plays[chance.below(plays.length)];
  if (!deals) return choose(positionOf(game, view), 0);
  return judge(game, view, chance, deals)[0];
}

/**
 * Every play with its chance to win, best first: [{tile, to, sum, deals}]; `sum` in thousandths of a game over so many
 * `deals`. All are tried on the same deals, and the better half goes on to more.
 */
export function judge(game, view, chance, wanted) {
  const moment = positionOf(game, view);
  const judged = moment.plays().map((play, place) => ({ ...play, place, sum: 0, deals: 0 }));
  const done = [];
  const deals = new Belief(game, view).deals(chance, wanted);
  const rounds = Math.max(1, 32 - Math.clz32(judged.length - 1));
  for (let round = 0; round < rounds; round++) {
    const part = deals.slice(Math.floor((wanted * round) / rounds), Math.floor((wanted * (round + 1)) / rounds));
    for (const play of judged) {
      for (const deal of part) play.sum += tried(moment, play, deal);
      play.deals += part.length;
    }
    judged.sort((one, two) => two.sum - one.sum || one.place - two.place);
    if (round < rounds - 1) done.unshift(...judged.splice(Math.ceil(judged.length / 2)));
  }
  return [...judged, ...done];
}

/** What a play comes to in one deal, in thousandths of a game for the side of the seat that plays it. */
function tried(moment, { tile, to }, { hands, sleeping }) {
  const position = moment.copy(
    hands.map((hand) => hand.slice()),
    sleeping.slice(),
  );
  position.play(tile, to);
  playOut(position);
  return worth(position)[moment.game.tables.sides[moment.turn]];
}
