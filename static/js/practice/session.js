// One game against the computer: its seed and its turns, from which everything else follows.
//
// A turn is [tile, pick], `pick` the number of the layout among those that the tile makes, with the tile that it is joined
// to where two ends are alike; PASS; or NEXT, which deals the next hand. Taking turns off the end takes them back.

import { ended } from "../computer/ending.js";
import { Position } from "../computer/position.js";
import { viewOf } from "../computer/view.js";
import { joined, NO_CHAIN } from "./chain.js";
import { mixed, shuffled } from "./fair.js";

export const PASS = 0;
export const NEXT = 1;
export const YOU = 0;

export class Session {
  constructor(game, { seed, own = "", level, practice, turns }) {
    Object.assign(this, { game, seed, own, level, practice, turns: [] });
    this.kept = turns || [];
  }

  get record() {
    const { seed, own, level, practice, turns } = this;
    return { seed, own, level, practice, turns };
  }

  /** Play the turns that were kept. */
  async open(turns = this.kept) {
    Object.assign(this, { turns: [], hand: 0, tracks: this.game.tables.starts.map((front) => ({ front, back: 0 })) });
    Object.assign(this, { chosen: [], yours: [], log: [], told: [] });
    const [leader] = await shuffled(mixed(this), "lot 0", this.seats);
    await this.deal(leader);
    for (const turn of turns) await this.take(turn);
    return this;
  }

  get hasWon() {
    return this.position.winner === this.game.tables.sides[YOU];
  }

  get seats() {
    return this.game.tables.sides.map((_, seat) => seat);
  }

  get scores() {
    return this.tracks.map(({ front }) => front);
  }

  async deal(leader) {
    const { tables, layouts } = this.game;
    const tiles = layouts.tiles.map((_, tile) => tile);
    const each = this.hand ? tables.each_next : tables.each;
    this.hand += 1;
    for (let again = 0, led = false; !led; again++) {
      const order = await shuffled(mixed(this), `hand ${this.hand}` + (again ? `, again ${again}` : ""), tiles);
      const hands = this.seats.map((seat) => order.slice(each * seat, each * (seat + 1)));
      const sleeping = order.slice(each * tables.players);
      const holder = tables.highest ? this.holder(hands) : leader;
      led = holder >= 0;
      if (led) this.position = new Position(this.game, { hands, sleeping, turn: holder, scores: this.scores });
    }
    Object.assign(this, { history: [], chain: NO_CHAIN, log: [], next: null });
    const dealt = this.position.hands.map((hand) => [...hand]);
    this.told.push({ start: this.scores, lead: this.position.turn, dealt, moves: [], end: "" });
  }

  /** The hand as it is told afterwards (record.js). */
  get telling() {
    return this.told[this.told.length - 1];
  }

  /** The seat that holds the highest double, -1 where nobody holds one. */
  holder(hands) {
    const best = hands.map((hand) => Math.max(-1, ...hand.filter((tile) => this.game.tables.leads.includes(tile))));
    return Math.max(...best) < 0 ? -1 : best.indexOf(Math.max(...best));
  }

  view() {
    return viewOf(this.position, this.position.turn, this.history);
  }

  async take(turn) {
    this.turns.push(turn);
    if (turn === NEXT) {
      const [lot] = await shuffled(mixed(this), `lot ${this.hand}`, this.seats);
      return this.deal(this.next === null ? lot : this.next);
    }
    const { position, game } = this;
    const { turn: seat, layout } = position;
    const seen = { seat, layout, score: position.scores[game.tables.sides[seat]] };
    if (turn === PASS) {
      const drew = position.pass();
      this.history.push({ ...seen, drew });
      this.log.push({ seat, drew });
      this.telling.moves.push({ seat, drew: drew ? position.hands[seat].slice(-1)[0] : null });
    } else this.play(seen, turn);
    this.move();
    if (position.over && position.winner === null) {
      this.telling.end = turn === PASS ? "##" : "#";
      this.next = ended(position);
      this.move();
    }
    this.telling.score = this.scores;
    return undefined;
  }

  play(seen, [tile, pick, host = null]) {
    const { position, game } = this;
    const to = game.layouts.made(seen.layout, tile)[pick];
    if (seen.seat === YOU && position.plays().length > 1)
      this.chosen.push({ hand: this.hand, view: this.view(), tile, to });
    if (seen.seat === YOU) this.yours.push(this.turns.length - 1);
    this.chain = joined(game.layouts, this.chain, { tile, layout: seen.layout, to, host });
    const met = this.chain.tiles[this.chain.tiles.length - 1].host;
    this.telling.moves.push({ seat: seen.seat, tile, layout: seen.layout, host: met });
    const points = position.play(tile, to);
    this.history.push({ ...seen, tile, to });
    this.log.push({
      seat: seen.seat,
      tile,
      points,
      total: to.total,
      busts: position.scores[game.tables.sides[seen.seat]] === seen.score,
    });
  }

  /** The pegs on the board to where the position has them: the back peg leaps in front. */
  move() {
    this.tracks = this.tracks.map((track, side) => {
      const score = this.position.scores[side];
      return score === track.front ? track : { front: score, back: track.front };
    });
  }

  /** The turns before the last tile that you played; null where you have played none. */
  undone() {
    return this.yours.length ? this.turns.slice(0, this.yours[this.yours.length - 1]) : null;
  }
}
