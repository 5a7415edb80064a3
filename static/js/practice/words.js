// What the page of a game against the computer says.

import { threat } from "../computer/policy.js";

export function pointsOf(points) {
  return points === 0 ? "no score" : points === 1 ? "1 point" : `${points} points`;
}

export const tileWords = ([high, low]) => `${high}–${low}`;

/** One turn: "Computer: 4–3, 1 point". */
export function turnWords(game, names, { seat, tile, points, drew, busts }) {
  const name = names[seat];
  if (tile === undefined) return `${name}: ${drew ? "a tile drawn" : "knock"}`;
  const bust = points && busts ? ", too many, so they do not count" : "";
  return `${name}: ${tileWords(game.layouts.tiles[tile])}, ${pointsOf(points)}${bust}`;
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
