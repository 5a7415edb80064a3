// What one seat may know of a hand: its own tiles, and what everybody saw. Whoever thinks is given this and no more.
//
// A view is {seat, hand, left, sleeping, turn, scores, leader, layout, knocks, drew, goingOn, out, last, history};
// `left` tiles a seat, `sleeping` how many lie in the boneyard. A turn of `history` is {seat, layout, score} and a
// `tile` and `to`, or whether it `drew`; `layout` and the `score` of the side are those before it.

import { Position } from "./position.js";

export function viewOf(position, seat, history) {
  const { turn, leader, layout, knocks, drew, goingOn, out, last } = position;
  return {
    seat,
    turn,
    leader,
    layout,
    knocks,
    drew,
    goingOn,
    out,
    last,
    history: history.slice(),
    hand: position.hands[seat].slice(),
    left: position.hands.map((hand) => hand.length),
    sleeping: position.sleeping.length,
    scores: position.scores.slice(),
  };
}

/** The position as far as it is known; the hands of the others are empty. */
export function positionOf(game, view) {
  const { turn, scores } = view;
  const hands = view.left.map((_, seat) => (seat === view.seat ? view.hand : []));
  const position = new Position(game, { hands, sleeping: [], turn, scores });
  return position.at(view);
}

/** A view as a worker can be sent it: layouts are written out. */
export function packed(view) {
  const out = ({ ends, double, stubs }) => ({ ends, double, stubs });
  const history = view.history.map((turn) => ({
    ...turn,
    layout: out(turn.layout),
    ...(turn.to && { to: out(turn.to) }),
  }));
  return { ...view, layout: out(view.layout), history };
}

export function unpacked(game, view) {
  const back = ({ ends, double, stubs }) => game.layouts.layout(ends, double, stubs);
  const history = view.history.map((turn) => ({
    ...turn,
    layout: back(turn.layout),
    ...(turn.to && { to: back(turn.to) }),
  }));
  return { ...view, layout: back(view.layout), history };
}
