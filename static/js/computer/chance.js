// Chance in whole numbers: the same seed gives the same numbers here and in scoring/play/computer/belief.py.

/** Numbers by xorshift (Marsaglia 2003, 32 bits). Not for secrets: the deal of a game has its own (deal.js). */
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0 || 1;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count) {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % count;
  }

  /** `count` of the values, taken out of them in the order drawn; what is left is in no order. */
  take(values, count) {
    const taken = [];
    for (let each = 0; each < count; each++) {
      const at = this.below(values.length);
      taken.push(values[at]);
      values[at] = values[values.length - 1];
      values.pop();
    }
    return taken;
  }
}
