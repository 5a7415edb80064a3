// How the tiles lie on the table, for games whose line the phone can follow; others are shown by their open ends.

import { endsFor, join, laid, NOTHING } from "../play/line.js";
import { PIPS } from "./words.js";

export const NOTHING_LAID = { line: NOTHING, tiles: [] };

/** The tiles with one more, joined where that makes the layout `to`. */
export function laidOut(game, { line, tiles }, number, to) {
  const tile = written(game, number);
  const all = [...tiles, tile];
  if (!game.tables.line || !line) return { line: null, tiles: all };
  const hosts = line.played.length ? endsFor(game.tables, line, tile).map((end) => end.host) : [null];
  const made = hosts.map((host) => join(game.tables, line, tile, host));
  return { line: made.find((each) => each && isMade(game, each, to)) || made[0], tiles: all };
}

/** The tiles as they are drawn, left to right: {shown, double, newest}. */
export function lying(game, { line, tiles }) {
  if (!line) {
    const shown = tiles.map((tile) => [...tile].map((pip) => PIPS.indexOf(pip)));
    return shown.map((pips, place) => ({
      shown: pips,
      double: pips[0] === pips[1],
      newest: place === tiles.length - 1,
    }));
  }
  const all = laid(game.tables, line);
  return all.map(({ shown, double, place }) => ({ shown, double, newest: place === all.length - 1 }));
}

export function written(game, number) {
  return game.layouts.tiles[number].map((pip) => PIPS[pip]).join("");
}

function isMade(game, line, to) {
  const counts = line.ends.map(({ row }) => game.tables.line.ends[row].slice(0, 2).join());
  const wanted = to.ends.map(([pip, kind]) => [pip, pip * game.tables.kinds.weight[kind]].join());
  return counts.sort().join(" ") === wanted.sort().join(" ");
}
