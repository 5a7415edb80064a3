// One moment of a hand with every tile known: who holds what, what is open, where the pegs are. It changes as it is
// played, so that thousands of hands can be played out; `copy` keeps a moment (scoring/play/computer/position.py).

import { land } from "../play/board.js";

export class Position {
  /** `hands` and `sleeping` are lists of tiles as numbers; the last of `sleeping` is drawn first. */
  constructor(game, { hands, sleeping, turn, scores }) {
    this.game = game;
    this.hands = hands;
    this.sleeping = sleeping;
    this.turn = turn;
    this.scores = scores;
    this.over = false;
    this.winner = null;
    this.at({
      leader: turn,
      layout: game.layouts.empty,
      knocks: 0,
      drew: false,
      goingOn: false,
      out: null,
      last: null,
    });
  }

  /** The same moment with the tiles lying so. */
  copy(hands, sleeping) {
    const copied = new Position(this.game, { hands, sleeping, turn: this.turn, scores: this.scores.slice() });
    return copied.at(this);
  }

  /** `goingOn`: the player to move has played in this turn, and goes on with a tile that scores or a double alone. */
  at({ leader, layout, knocks, drew, goingOn, out, last }) {
    this.leader = leader;
    this.layout = layout;
    this.knocks = knocks;
    this.drew = drew;
    this.goingOn = goingOn;
    this.out = out;
    this.last = last;
    return this;
  }

  get isLead() {
    return this.layout === this.game.layouts.empty;
  }

  get canDraw() {
    return this.game.tables.draws && !this.isLead && !this.goingOn && this.sleeping.length > this.game.tables.reserve;
  }

  /** The layouts that a tile in hand may make now. */
  made(tile) {
    const { layouts, leads } = this.game;
    if (this.isLead && leads && !leads(tile, this.hands)) return [];
    const made = layouts.made(this.layout, tile);
    return this.goingOn ? made.filter((to) => this.isScoring(tile, to)) : made;
  }

  /** Whether a tile scores where it makes this layout, or is a double. */
  isScoring(tile, to) {
    const [high, low] = this.game.layouts.tiles[tile];
    return to.points > 0 || high === low;
  }

  canPlay() {
    return this.hands[this.turn].some((tile) => this.made(tile).length > 0);
  }

  /** Every play open to the player to move: [{tile, to}], by tile and then by what it makes. */
  plays() {
    const tiles = [...this.hands[this.turn]].sort((one, two) => one - two);
    return tiles.flatMap((tile) => this.made(tile).map((to) => ({ tile, to })));
  }

  /** The player to move plays a tile; what it scores, a chip point among it. */
  play(tile, to) {
    const { tables } = this.game;
    const seat = this.turn;
    const hand = this.hands[seat];
    let again = tables.again && !this.drew && this.isScoring(tile, to);
    hand.splice(hand.indexOf(tile), 1);
    const lead = this.isLead;
    this.layout = to;
    const drawsOn = again && !hand.length && tables.draws_on && this.canDraw;
    const out = !hand.length && !drawsOn && this.isLastOfSide(seat);
    if (out) this.out = tables.sides[seat];
    const points = to.points + (out ? tables.chip : 0);
    this.score(tables.sides[seat], points, lead);
    this.last = seat;
    this.knocks = 0;
    this.drew = false;
    this.goingOn = Boolean(tables.scoring_only && again && hand.length);
    if (this.goingOn && !this.canPlay()) this.goingOn = again = false;
    if (!drawsOn && !(again && hand.length)) this.turn = this.next(seat);
    const ended = this.out !== null && tables.out_ends;
    this.over =
      this.winner !== null || (!drawsOn && (ended || (!hand.length && this.hands.every((each) => !each.length))));
    return points;
  }

  score(side, points, lead) {
    const { tables } = this.game;
    const score = this.scores[side];
    if (score + points < tables.wins) {
      this.scores[side] = score + points;
      return;
    }
    const landed = land(tables, score, points, lead);
    this.scores[side] = landed.score;
    if (landed.how === "won") this.winner = side;
  }

  /** The player to move, who cannot play, draws a tile or knocks; whether it was a draw. */
  pass() {
    if (this.canDraw) {
      this.hands[this.turn].push(this.sleeping.pop());
      this.knocks = 0;
      this.drew = true;
      return true;
    }
    this.knocks += 1;
    this.drew = false;
    this.turn = this.next(this.turn);
    this.over = this.knocks >= this.hands.filter((hand) => hand.length).length;
    return false;
  }

  /** Whether the last tile of a seat puts its side out: the first side to be out, and no partner holds any. */
  isLastOfSide(seat) {
    const { sides, first_out: first } = this.game.tables;
    if (this.out !== null) return false;
    return first || this.hands.every((hand, each) => each === seat || sides[each] !== sides[seat] || !hand.length);
  }

  next(seat) {
    const players = this.hands.length;
    for (let step = 1; step < players; step++) {
      const other = (seat + step) % players;
      if (this.hands[other].length) return other;
    }
    return seat;
  }
}
