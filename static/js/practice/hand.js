// Your tiles, at the thumb: each can be tapped, or dragged to where it is to lie.

import { domino } from "../scorer/domino.js";
import { h } from "../scorer/draw.js";
import { waysOf } from "./chain.js";
import { draggable } from "./drag.js";
import { YOU } from "./session.js";
import { endsWords, pointsOf, tileWords } from "./words.js";

/** The tiles as buttons; `points` says whether they show what they score, `play` takes the turn. */
export function handOf({ game, felt, hinted }, session, { mine, points }, play) {
  const { position, chain } = session;
  const { layouts, tables } = game;
  const tiles = [...position.hands[YOU]].sort((one, two) => one - two);
  return tiles.map((tile) => {
    const pips = layouts.tiles[tile];
    const made = mine ? position.made(tile) : [];
    const ways = mine ? waysOf(layouts, chain, position.layout, tile).filter(({ to }) => made.includes(to)) : [];
    const scores = [...new Set(made.map((to) => to.points))].join("/");
    const worth = points && made.length ? `: ${scores} points` : "";
    const key = h(
      "button",
      { type: "button", class: "hand-tile", disabled: !made.length, "aria-label": tileWords(pips) + worth },
      domino(pips, { upright: true }),
      points && made.length ? h("small", { text: scores }) : "",
    );
    if (hinted === tile) key.dataset.hinted = "";
    if (!made.length) return key;
    const take = ({ host, to }) => play([tile, layouts.made(position.layout, tile).indexOf(to), host], key);
    const words = ({ to }) => `Leave ${endsWords(to, tables.kinds)}: ${to.total}, ${pointsOf(to.points)}`;
    const offer = () => felt.offer(tile, position.layout, ways, words, take);
    draggable(key, {
      lift: offer,
      over: (point) => felt.nearest(point),
      drop: (point) => {
        const way = felt.nearest(point);
        felt.clear();
        if (way) take(way);
        return Boolean(way);
      },
    });
    key.addEventListener("click", () => {
      const chosen = key.dataset.chosen !== undefined;
      for (const each of key.parentElement.children) delete each.dataset.chosen;
      if (made.length === 1) take(ways[0]);
      else if (chosen) felt.clear();
      else {
        key.dataset.chosen = "";
        offer();
        felt.spots.querySelector("button").focus();
      }
    });
    return key;
  });
}
