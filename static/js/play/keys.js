// The keys of a scorer: what each side can peg now, what it would do, and why a key is doubtful.

import { land } from "./board.js";

/**
 * The keys of a side: [{pegs, how, score, lead, last, doubtful, words}], lowest first. `how` and `score` are what the
 * board would do; `lead`: this would be the drop, as far as was told; `last`: only a tile that puts the side out pegs
 * so. `doubtful` says why no tile can peg it now, if every tile was told ("drop", "follows", "often" or "most"; else
 * null): show such a key paler, never refuse it, for a tile may have gone by that nobody pegged.
 */
export function keysOf(tables, game, side, names) {
  if (game.winner !== null) return [];
  const told = game.hand ? game.hand.told : [];
  const drop = game.hand ? game.hand.leader : game.drop;
  const lead = told.length === 0 && (drop === null || tables.sides[drop] === side);
  return [...tables.keys.play, ...tables.keys.last]
    .sort((one, two) => one - two)
    .map((pegs) => {
      const landing = land(tables, game.tracks[side].front, pegs, lead);
      const doubtful = doubt(tables.keys, game.hand, told, side, pegs);
      const before = told.length ? told[told.length - 1].pegs : 0;
      const words = names(landing.how, { pegs, before, score: landing.score });
      return { pegs, ...landing, lead, last: !tables.keys.play.includes(pegs), doubtful, words };
    });
}

/** Whether no tile of these rules can have given what a fact says (scoring/play/peg_check.py). */
export function isImpossible({ keys: { takes }, spelling }, { kind, ...fact }) {
  if (kind === "total_called") return !takes.totals.includes(fact.total);
  if (kind === "pegged") {
    const { pegs, lead } = fact;
    return pegs >= 0 && (!takes.pegs.includes(pegs) || (lead && pegs > 0 && !takes.drop.includes(pegs)));
  }
  if (kind !== "tile_played") return false;
  const { tile, claimed } = fact;
  if (spelling[0].indexOf(tile[0]) > takes.pip) return true;
  return claimed !== null && claimed >= 0 && takes.claims !== null && !takes.claims.includes(claimed);
}

/** Whether these pegs have a chip point in them, so that no tile of the hand comes after them. */
export const endsHand = ({ keys }, { kind, pegs }) => kind === "pegged" && keys.takes.ending.includes(pegs);

/** Whether a hand in which this happens was not ended by the tile that this side played before. */
export function goesOn(tables, { kind, pegs, out }, side) {
  if (kind === "hand_ended") return out !== side;
  if (kind === "pegged") return !tables.revoke || pegs !== tables.revoke.pegs;
  return ["total_called", "tile_played", "knocked", "drew"].includes(kind);
}

function doubt(keys, hand, told, side, pegs) {
  if (told.length === 0) return keys.drop.includes(pegs) ? null : "drop";
  const run = [...told.slice(-2).map((each) => each.pegs), pegs];
  const same = (tail) => keys.runs.some((bad) => bad.join() === tail.join());
  if (same(run) || same(run.slice(-2))) return "follows";
  const often = (number) => told.filter((each) => each.pegs === number).length;
  if (keys.often.some(([number, most]) => pegs === number && often(number) >= most)) return "often";
  return keys.most !== null && hand.pegs[side] + pegs > keys.most ? "most" : null;
}
