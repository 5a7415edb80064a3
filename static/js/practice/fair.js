// A deal that can be proved fair. The seed is drawn before the game, and its hash is shown; after that the player may add
// a number. The tiles of every hand are in the order of the hashes of seed, number, hand and tile. Whoever has both
// afterwards can make every deal again. The hash and the number are kept on the phone apart from the game, and can be
// copied, so that another seed in the game does not go with them.

import { Chance } from "../computer/chance.js";

/** Whether this page may hash: browsers let only pages with a safe connection do so. */
export const canProve = Boolean(globalThis.crypto && crypto.subtle);

export function newSeed() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of a text, as hex. */
export async function hashOf(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What goes into every deal: the seed and, if there is one, the player's own number. */
export function mixed({ seed, own }) {
  return own ? `${seed} ${own}` : seed;
}

/** Whether a game as it is kept has the seed and the number that it began with. */
export async function isAsBegun({ seed, own = "" }, first) {
  return own === first.own && (await hashOf(seed)) === first.hash;
}

/** Things in the order that a seed gives them for a purpose, such as "hand 3". */
export async function shuffled(seed, purpose, things) {
  if (!canProve)
    return new Chance(parseInt(seed.slice(0, 7), 16) + numberOf(purpose + seed.slice(64))).take(
      [...things],
      things.length,
    );
  const hashes = await Promise.all(things.map((thing) => hashOf(`${seed} ${purpose} ${thing}`)));
  const places = things.map((_, place) => place).sort((one, two) => (hashes[one] < hashes[two] ? -1 : 1));
  return places.map((place) => things[place]);
}

const numberOf = (purpose) => [...purpose].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1000003;
