// A game against the computer as a record (scoring/play/record.py), which the site's checker reads and reviews.
//
// Knows how a game is written. Nothing of it leaves the phone unless somebody opens the address that it makes.

import { written } from "./chain.js";
import { YOU } from "./session.js";

const SEATS = "ABCD";
const LONGEST = 6000; // letters of an address that the site takes

/** The record of a game that is over. */
export function recordOf(session, page) {
  const { game, level, seed, own, told, scores } = session;
  const names = page.names.map((name, seat) => [SEATS[seat], seat === YOU ? "Player" : name]);
  const about = [["Game", page.title], ...page.headers, ...names, ["Level", page.levels[level].name], ["Seed", seed]];
  if (own) about.push(["OwnNumber", own]);
  return `${lines(about)}${told.map((hand) => handText(game, hand)).join("")}${lines([["Result", scores.join("-")]])}`;
}

function handText(game, { start, lead, dealt, moves, end, score }) {
  const held = dealt.map((hand, seat) => [SEATS[seat], ...hand.map((tile) => written(game.layouts, tile))].join(" "));
  const before = [
    ["Start", start.join("-")],
    ["Lead", SEATS[lead]],
    ["Deal", held.join(" | ")],
  ];
  const text = (move) => (move.tile === undefined ? passText(game, move) : playText(game, move));
  const told = moves.map((move) => SEATS[move.seat] + text(move));
  return `\n${lines(before)}${[...told, end].join(" ").trim()}\n${lines([["Score", score.join("-")]])}`;
}

const passText = (game, { drew }) => (drew === null ? "-" : `+${written(game.layouts, drew)}`);

/** A play as it is written: with the tile that it was joined to if it can be joined in two ways. */
function playText({ layouts }, { tile, layout, host }) {
  const ways = layout.ends.length ? layouts.made(layout, tile).length : 1;
  return written(layouts, tile) + (ways > 1 ? `@${written(layouts, host)}` : "");
}

const lines = (headers) => headers.map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join("");
const escaped = (value) => value.replace(/["\\]/g, "\\$&");

/** The address at which the site shows a record, which is in it; null where this phone cannot pack, or it is too long. */
export async function addressOf(record, checker) {
  if (!globalThis.CompressionStream) return null;
  const packing = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(packing).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return packed.length > LONGEST ? null : `${checker}?r=${packed}`;
}
