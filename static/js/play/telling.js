// A game told event by event: undos, corrections, and what happened as it is listed, as in scoring/play/projection.py.

import { enter, newGame, revoked } from "./game.js";
import { needs } from "./board.js";
import { endsHand, goesOn, isImpossible } from "./keys.js";
import { readEvent } from "./forms.js";

const LAST = 12;

/** A telling to `take` events into; `leader` is the seat with the first drop, or null. */
export function begin(tables, leader) {
  const start = newGame(tables, leader);
  return { tables, start, steps: [], taken: new Set(), gone: new Set(), amended: null, refused: [] };
}

export function gameOf(telling) {
  const { steps, start } = telling;
  return steps.length ? steps[steps.length - 1].game : start;
}

/** One more event, as it is on the wire. What cannot be read, or cannot have been, changes nothing. */
export function take(telling, plain) {
  const event = readEvent(telling.tables, plain);
  if (!event) {
    telling.refused.push(plain);
    return;
  }
  if (telling.taken.has(event.id)) return; // sent twice
  telling.taken.add(event.id);
  telling.amended = (TAKE[event.kind] || tell)(telling, event);
}

const TAKE = { undone: undo, corrected: correct, inserted: insert };

function tell(telling, fact) {
  telling.steps.push({ fact, corrections: [], wentOn: false });
  enterFrom(telling, telling.steps.length - 1);
  return null;
}

function undo(telling, event) {
  const { steps, gone } = telling;
  if (gone.has(event.ref)) return null;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    const what = step.happened;
    if (step.fact.id === event.ref) {
      [step.fact, ...step.corrections].forEach((each) => gone.add(each.id));
      steps.splice(index, 1);
    } else if (step.corrections.some((each) => each.id === event.ref)) {
      gone.add(event.ref);
      step.corrections = step.corrections.filter((each) => each.id !== event.ref);
    } else continue;
    retell(telling, index);
    return marked(telling, event.id, what, "undone");
  }
  telling.refused.push(event);
  return null;
}

function correct(telling, event) {
  const index = telling.steps.findIndex((step) => step.fact.id === event.ref);
  if (index < 0) {
    telling.refused.push(event);
    return null;
  }
  const step = telling.steps[index];
  step.corrections = [...step.corrections, event];
  retell(telling, index);
  return marked(telling, event.id, step.happened, "corrected");
}

function insert(telling, event) {
  const place = event.after ? telling.steps.findIndex((step) => step.fact.id === event.after) + 1 : 0;
  if (event.after && !place) {
    telling.refused.push(event);
    return null;
  }
  const step = { fact: { ...event.event, id: event.id }, corrections: [], wentOn: false };
  telling.steps.splice(place, 0, step);
  retell(telling, place);
  return marked(telling, event.id, step.happened, "inserted");
}

/** Work out again every step from this one on, and what it shows of a chip point before it. */
function retell(telling, index) {
  const { steps, tables } = telling;
  let from = steps.slice(0, index).findLastIndex((step) => endsHand(tables, standing(step)));
  if (from < 0) from = index;
  for (const step of steps.slice(from)) step.wentOn = false;
  enterFrom(telling, from);
}

function enterFrom({ tables, steps, start }, index) {
  for (let at = index; at < steps.length;) {
    enterStep(tables, steps[at], at ? steps[at - 1].game : start);
    const chip = steps[at].fault ? -1 : chipBefore(tables, steps, at);
    if (chip >= 0) steps[chip].wentOn = true;
    at = chip < 0 ? at + 1 : chip;
  }
}

/** Where pegs have a chip point in them although the hand goes on with the step at `index`; -1 where none have. */
function chipBefore(tables, steps, index) {
  for (let at = index - 1; at >= 0; at -= 1) {
    const before = standing(steps[at]);
    if (steps[at].fault) continue;
    if (endsHand(tables, before)) return goesOn(tables, standing(steps[index]), before.side) ? at : -1;
    if (!["pegged_back", "revoke_shown", "muggins_called"].includes(before.kind)) return -1;
  }
  return -1;
}

/** Work out one step; a fact that cannot have been leaves the game as it was. */
function enterStep(tables, step, before) {
  const fact = standing(step);
  const game = step.wentOn || isImpossible(tables, fact) ? null : enter(tables, before, fact);
  step.fault = game === null;
  step.game = game || before;
  step.happened = game && happenedIn(tables, step.fact.id, fact, before, game);
}

function marked(telling, id, what, how) {
  if (!what || what.side === null) return { id, side: null, pegs: 0, how, score: null };
  return { id, side: what.side, pegs: what.pegs, how, score: gameOf(telling).tracks[what.side].front };
}

/** What a fact that was entered is told as; null for what is not worth a line: a deal, a draw. */
function happenedIn(tables, id, fact, before, after) {
  const line = (side, pegs, how) => ({ id, side, pegs, how, score: side === null ? null : after.tracks[side].front });
  const landed = after.landing ? after.landing.how : "pegged";
  const closed = after.hands.length > before.hands.length;
  const done = closed ? after.hands[after.hands.length - 1] : after.hand;
  switch (fact.kind) {
    case "hand_started":
    case "drew":
      return null;
    case "hand_ended":
      return line(done.out, 0, done.out === null ? "blocked" : "out");
    case "knocked":
      return closed ? line(null, 0, "blocked") : line(tables.sides[fact.seat], 0, "knocked");
    case "pegged_back":
      return line(fact.side, fact.pegs, "back");
    case "revoke_shown": {
      const { side, how } = revoked(tables, before, fact);
      return line(side, tables.revoke.pegs, how === "back" ? "back" : landed);
    }
    case "muggins_called":
      return line(fact.side, Math.abs(before.wrong.right - before.wrong.claimed), landed);
  }
  const side = fact.kind === "tile_played" ? tables.sides[fact.seat] : fact.side;
  const had = before.hand ? before.hand.pegs[side] : 0;
  const pegs = fact.kind === "pegged" ? fact.pegs : done.pegs[side] - had;
  return line(side, pegs, closed && landed === "pegged" ? "out" : landed);
}

/**
 * Everything that stands, oldest first: {id, fact as corrected, corrected, hand from 1, fault}, and what it came to, as
 * in `last` but with the scores as they are after every undo and correction; no `how` where that is not worth a line.
 */
export function listed({ start, steps }) {
  return steps.map((step, index) => {
    const { fact, corrections, happened, fault, game } = step;
    const before = (index ? steps[index - 1].game : start).hands.length;
    const closed = game.hands.length > before && standing(step).kind !== "hand_started";
    const hand = closed ? game.hands.length : game.hands.length + 1;
    return {
      ...happened,
      id: fact.id,
      fact: standing(step),
      corrected: corrections.length > 0,
      hand,
      fault,
    };
  });
}

/** What moved a peg or ended a hand, as it stands: the same whoever told it, in pegs or in tiles. */
export function accountOf({ start, steps }) {
  const moves = [];
  let before = start;
  for (const { happened, game } of steps) {
    const hands = before.hands.length;
    if (happened && happened.pegs) moves.push([hands, happened.side, happened.pegs, happened.score]);
    if (game.hands.length > hands) moves.push([hands, null, 0, null]);
    before = game;
  }
  return moves;
}

const standing = ({ fact, corrections }) => (corrections.length ? corrections[corrections.length - 1].event : fact);

/** The last twelve things that happened and stand, newest first; before them what the last event amended. */
function lastOf({ steps, amended }) {
  const stood = steps.flatMap(({ happened }) => happened || []);
  return [...(amended ? [amended] : []), ...stood.reverse()].slice(0, LAST);
}

/** The play part of a view, as docs/api.md has it. */
export function part(telling) {
  const { tables } = telling;
  const game = gameOf(telling);
  const scores = game.tracks.map((track) => track.front);
  return {
    scores,
    back: game.tracks.map((track) => track.back),
    target: tables.target,
    needs: scores.map((score) => needs(tables, score)),
    hand: game.hands.length + (game.hand || game.winner === null ? 1 : 0),
    leader: firstLeader(game),
    drop: game.hand ? game.hand.leader : game.drop,
    winner: game.winner,
    last: lastOf(telling),
  };
}

function firstLeader(game) {
  if (game.hands.length) return game.hands[0].leader;
  return game.hand ? game.hand.leader : game.drop;
}
