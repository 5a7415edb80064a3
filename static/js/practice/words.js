// What the page of a game against the computer says.

import { threat } from "../computer/policy.js";

export const PIPS = "0123456789abcdefghi";

const is = (name) => name === "You";

export function pointsOf(points) {
  return points === 0 ? "no score" : points === 1 ? "1 point" : `${points} points`;
}

export const tileWords = ([high, low]) => `${high}–${low}`;

/** One turn as a sentence: "You play 6–4, ends 10: 2 points". */
export function turnWords(game, names, { seat, tile, points, total, drew, busts }) {
  const name = names[seat];
  if (tile === undefined)
    return drew ? `${name} draw${is(name) ? "" : "s"} a tile` : `${name} knock${is(name) ? "" : "s"}`;
  const bust = points && busts ? ", which is too many and does not count" : "";
  return `${name} play${is(name) ? "" : "s"} ${tileWords(game.layouts.tiles[tile])}, ends ${total}: ${pointsOf(points)}${bust}`;
}

/** The open ends: "5, double 5". */
export function endsWords({ ends }, { weight }) {
  return ends.map(([pip, kind]) => (weight[kind] === 2 ? `double ${pip}` : `${pip}`)).join(", ");
}

export function percent(sum, deals) {
  return `${Math.round(sum / (10 * deals))} %`;
}

/** Why a play is thought best: its chance, and what it takes and leaves. */
export function reason(game, { tile, to, sum, deals }, score) {
  const need = Math.max(0, game.tables.goal - score - to.points);
  const average = threat(game, to) / 1000;
  const leaves = average < 0.4 ? "leaves little" : average < 0.8 ? "leaves something" : "leaves much";
  const after = to.points && need < 12 ? `, which leaves you needing ${need}` : "";
  return `${tileWords(game.layouts.tiles[tile])} wins ${percent(sum, deals)}: ${pointsOf(to.points)}${after}, and it ${leaves} for the next player`;
}
