// A deal that can be proved fair. The seed is drawn before the game, and its hash is shown; the tiles of every hand are
// in the order of the hashes of seed, hand and tile. Whoever has the seed afterwards can make every deal again.

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

/** Things in the order that a seed gives them for a purpose, such as "hand 3". */
export async function shuffled(seed, purpose, things) {
  if (!canProve)
    return new Chance(parseInt(seed.slice(0, 7), 16) + numberOf(purpose)).take(things.slice(), things.length);
  const hashes = await Promise.all(things.map((thing) => hashOf(`${seed} ${purpose} ${thing}`)));
  const places = things.map((_, place) => place).sort((one, two) => (hashes[one] < hashes[two] ? -1 : 1));
  return places.map((place) => things[place]);
}

const numberOf = (purpose) => [...purpose].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1000003;
