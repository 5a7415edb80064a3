// What a player can know of the hidden tiles, from what everybody saw (scoring/play/computer/belief.py).
//
// Who knocked or drew holds no tile that fitted. Who played for fewer points than they could have is unlikely to have
// held the better tile: each deal is weighed by that.

const LIKELY = [64, 22, 13, 10, 6, 5, 4, 3, 3]; // of 64, by the points that a play left
const POOL = 2; // deals looked at for each one taken

export class Belief {
  /** `view` is what one seat may know (view.js). */
  constructor(game, view) {
    this.game = game;
    this.view = view;
    const others = view.left.map((_, seat) => seat).filter((seat) => seat !== view.seat);
    const seen = new Set([...view.hand, ...view.history.filter((turn) => "tile" in turn).map((turn) => turn.tile)]);
    this.unseen = game.layouts.tiles.map((_, tile) => tile).filter((tile) => !seen.has(tile));
    this.lacks = view.left.map(() => 0); // pips that a seat holds none of, as bits
    view.history.forEach((turn, at) => this.learn(turn, view.history[at + 1]));
    this.room = view.left.map((_, seat) => this.roomOf(seat));
    // Who can hold the fewest of the hidden tiles is dealt to first.
    this.order = others.sort((one, two) => this.room[one].length - this.room[two].length || one - two);
    const told = (turn) =>
      "tile" in turn && turn.seat !== view.seat && turn.score + game.tables.most < game.tables.wins;
    this.plays = view.history.map((turn, at) => ({ ...turn, told: told(turn), at })).filter((turn) => "tile" in turn);
  }

  learn(turn, next) {
    if ("tile" in turn) return;
    const none = turn.layout.pips.reduce((bits, pip) => bits | (1 << pip), 0);
    const kept = turn.drew && !(next && "tile" in next); // a tile drawn that does not fit either
    this.lacks[turn.seat] = kept ? none : this.lacks[turn.seat] | none;
  }

  /** The hidden tiles that a seat may hold. */
  roomOf(seat) {
    const lacks = this.lacks[seat];
    return this.unseen.filter((tile) => this.game.layouts.tiles[tile].every((pip) => !((lacks >> pip) & 1)));
  }

  /** One deal that may lie hidden: {hands, sleeping}; the boneyard is empty where nobody draws. */
  deal(chance) {
    const { left, seat: own, hand } = this.view;
    const hands = left.map((_, seat) => (seat === own ? hand : []));
    const gone = [];
    for (const seat of this.order) {
      const free = (tile) => !gone.includes(tile);
      let room = gone.length ? this.room[seat].filter(free) : this.room[seat].slice();
      if (room.length < left[seat]) room = this.unseen.filter(free);
      hands[seat] = chance.take(room, left[seat]);
      gone.push(...hands[seat]);
    }
    if (!this.game.tables.draws) return { hands, sleeping: [] };
    const rest = this.unseen.filter((tile) => !gone.includes(tile));
    return { hands, sleeping: chance.take(rest, rest.length) };
  }

  /** How likely the plays so far are if the tiles lie so; a whole number. */
  weight(hands) {
    const held = hands.map((hand) => hand.slice());
    let weight = 1 << 24;
    for (let at = this.plays.length - 1; at >= 0; at--) {
      const { seat, tile, to, layout, told } = this.plays[at];
      if (seat === this.view.seat) continue;
      held[seat].push(tile);
      if (!told) continue;
      const most = this.game.layouts.most(layout);
      const best = held[seat].reduce((points, each) => Math.max(points, most[each]), 0);
      const left = Math.floor((best - to.points) / this.game.tables.step);
      weight = Math.max(1, Math.floor((weight * LIKELY[Math.max(0, Math.min(left, LIKELY.length - 1))]) / 64));
    }
    return weight;
  }

  /** So many deals, drawn as likely as the plays make them. */
  deals(chance, wanted) {
    if (!this.plays.some((play) => play.told)) return Array.from({ length: wanted }, () => this.deal(chance));
    const drawn = Array.from({ length: wanted * POOL }, () => this.deal(chance));
    const weights = drawn.map(({ hands }) => this.weight(hands));
    const all = weights.reduce((sum, each) => sum + each, 0);
    const taken = [];
    let sum = 0;
    drawn.forEach((deal, at) => {
      sum += weights[at];
      while (taken.length < wanted && sum * 2 * wanted > (2 * taken.length + 1) * all) taken.push(deal);
    });
    return taken;
  }
}
