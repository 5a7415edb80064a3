// A game against the computer as a record (scoring/play/record.py), which the site's checker reads and reviews.
//
// Knows how a game is written. Nothing of it leaves the phone unless somebody opens the address that it makes.

import { written } from "./lying.js";
import { YOU } from "./session.js";

const SEATS = "ABCD";
const LONGEST = 6000; // letters of an address that the site takes

/** The record of a game that is over. */
export function recordOf(session, page) {
  const { game, level, seed, told, scores } = session;
  const names = page.names.map((name, seat) => [SEATS[seat], seat === YOU ? "Player" : name]);
  const about = [["Game", page.title], ...page.headers, ...names, ["Level", page.levels[level].name], ["Seed", seed]];
  return `${lines(about)}${told.map((hand) => handText(game, hand)).join("")}${lines([["Result", scores.join("-")]])}`;
}

function handText(game, { start, lead, dealt, moves, end, score }) {
  const held = dealt.map((hand, seat) => [SEATS[seat], ...hand.map((tile) => written(game, tile))].join(" "));
  const before = [
    ["Start", start.join("-")],
    ["Lead", SEATS[lead]],
    ["Deal", held.join(" | ")],
  ];
  const table = new Table(game);
  const told = moves.map(
    (move) => SEATS[move.seat] + (move.tile === undefined ? passText(game, move) : table.play(move)),
  );
  return `\n${lines(before)}${[...told, end].join(" ").trim()}\n${lines([["Score", score.join("-")]])}`;
}

const passText = (game, { drew }) => (drew === null ? "-" : `+${written(game, drew)}`);

/** The open ends with the tile that each belongs to, by which a record says where the next one was joined. */
class Table {
  constructor(game) {
    Object.assign(this, { game, open: [] });
  }

  /** A play as it is written: with its host if it can be joined in two ways. */
  play({ tile, layout, to }) {
    const { layouts } = this.game;
    if (!layout.ends.length) {
      this.open = to.ends.map(([pip, kind]) => ({ pip, kind, host: tile }));
      return written(this.game, tile);
    }
    const { host } = this.join(tile, layout, layouts.joinedAt(layout, tile, to));
    return written(this.game, tile) + (layouts.made(layout, tile).length > 1 ? `@${written(this.game, host)}` : "");
  }

  join(tile, { double }, [pip, kind]) {
    const { single, becomes } = this.game.layouts.kinds;
    const [high, low] = this.game.layouts.tiles[tile];
    const at = this.open.find((end) => end.pip === pip && end.kind === kind);
    this.open = this.open.filter((end) => end !== at);
    this.open.push({ pip: pip === high ? low : high, kind: high === low ? double[1] : single, host: tile });
    if (becomes[kind] >= 0) this.open.push({ pip, kind: becomes[kind], host: at.host });
    return at;
  }
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
