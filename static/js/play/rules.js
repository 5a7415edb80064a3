// The rules of play on the phone, for where there is no signal. The tables come from the site (scoring.play.tables,
// which asks the engine); what is here walks them and knows no rule of any game.
//
//   const view = fold(tables, 2, events, leader);
//
// `events` are the events of play that count, in order, as docs/api.md writes them: the body of each `fact`. `leader`
// is the seat that was told when the game was opened, or null. What cannot have been is left out, as the site leaves it
// out. The view is the play part of docs/api.md (scores back target needs hand leader drop winner last) and
//
//   hands, pegs  pegs a side of each hand that is over, [[8, 3], ...], and of the hand being played, or null
//   keys         by side, what can be pegged now (keys.js); peg it with the key's own `lead`
//   says         by side, what is said beside its board: "needs 13"
//   ends         how the hand may be ended now: {out: [sides], blocked, pips: pips left must be told}; null: not now
//   line         the tiles while every one of this hand was told, or none yet (table.js); null where pegs alone are
//   follows      false: something was told that these tables cannot follow, and only the site knows the score
//   refused      how many events were left out
//   list         everything that stands, oldest first (telling.js)
//   account      what moved a peg or ended a hand, to compare two tellings of a game
//
// One event at a time: const telling = begin(tables, leader); take(telling, event); viewOf(telling).

import { keysOf } from "./keys.js";
import { lineOf } from "./table.js";
import { accountOf, begin, gameOf, listed, part, take } from "./telling.js";

export { begin, take };

/** The form of the tables that this reads. */
export const VERSION = 4;

export function fold(tables, players, events, leader = null) {
  const fit = tables.version === VERSION && tables.players === players;
  if (!fit) throw new Error("tables of another game, or of another form");
  const telling = begin(tables, leader);
  for (const event of events) take(telling, event);
  return viewOf(telling);
}

/** What is said on an occasion, with its numbers: words(tables, "needs", {needs: 13}) is "needs 13". */
export function words(tables, occasion, numbers) {
  return tables.words[occasion].replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
}

export function viewOf(telling) {
  const { tables } = telling;
  const game = gameOf(telling);
  const say = (occasion, numbers) => words(tables, occasion, numbers);
  const played = part(telling);
  return {
    ...played,
    hands: game.hands.map((hand) => hand.pegs),
    pegs: game.hand && game.hand.pegs,
    keys: game.tracks.map((_, side) => keysOf(tables, game, side, say)),
    says: played.needs.map((needs) => (game.winner === null ? say("needs", { needs }) : "")),
    ends: endsOf(tables, game),
    line: lineOf(tables, game),
    follows: !game.lost,
    refused: telling.refused.length + telling.steps.filter((step) => step.fault).length,
    list: listed(telling),
    account: accountOf(telling),
  };
}

function endsOf(tables, game) {
  if (game.winner !== null || !game.hand) return null;
  const table = game.hand.table;
  if (table && !table.ended) return null; // the tiles will show it
  const out = table ? [table.out].filter((side) => side !== null) : game.tracks.map((_, side) => side);
  return { out, blocked: !table || table.out === null, pips: Boolean(tables.settlement) };
}
