// The computer at work beside the page: it is asked for a turn, or for what it thinks of every play.

import { Chance } from "./chance.js";
import { Game } from "./game.js";
import { judge, playOf } from "./player.js";
import { unpacked } from "./view.js";

let game = null;

addEventListener("message", ({ data: { id, ...question } }) => postMessage({ id, answer: answer(question) }));

function answer({ tables, view, level, deals, seed, files }) {
  if (tables) game = new Game(tables);
  if (files) return performance.getEntriesByType("resource").map(({ name }) => name);
  if (!view) return null;
  const known = unpacked(game, view);
  const pick = ({ tile, to }) => game.layouts.made(known.layout, tile).indexOf(to);
  if (level !== undefined) {
    const play = playOf(game, known, level, new Chance(seed));
    return [play.tile, pick(play)];
  }
  return judge(game, known, new Chance(seed), deals).map((play) => ({
    tile: play.tile,
    pick: pick(play),
    sum: play.sum,
    deals: play.deals,
  }));
}
