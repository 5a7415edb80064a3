// How somebody does against the computer: a rating, games won in a row. Kept on the phone and nowhere else.

const KEY = "play-rating";
const LEVELS = [810, 1000, 1085, 1195]; // from how often one level beats another (docs/computer.md)
const BEGIN = 800;
const NEW = { rating: BEGIN, games: 0, wins: 0, run: 0, best: 0, past: [], last: "" };
const SHOWN = 30; // ratings kept for the graph

/** The rating after a game (Elo): it moves most in the first ten games. */
export function after(before, level, won) {
  const expected = 1 / (1 + 10 ** ((LEVELS[level] - before.rating) / 400));
  const rating = Math.round(before.rating + (before.games < 10 ? 48 : 24) * (Number(won) - expected));
  const run = won ? before.run + 1 : 0;
  return {
    rating,
    games: before.games + 1,
    wins: before.wins + Number(won),
    run,
    best: Math.max(before.best, run),
    past: [...before.past, rating].slice(-SHOWN),
  };
}

export function currentRating() {
  try {
    return { ...NEW, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return NEW;
  }
}

/** Count a game, by its seed, once; the rating with what it `gained`. */
export function count(seed, level, won) {
  const before = currentRating();
  if (before.last === seed) return before;
  const now = after(before, level, won);
  const kept = { ...now, last: seed, gained: now.rating - before.rating };
  localStorage.setItem(KEY, JSON.stringify(kept));
  return kept;
}

/** "Rating 842, 3 wins running": empty before the first game. */
export function ratingWords({ rating, games, wins, run, best }) {
  if (!games) return "";
  const running = run > 1 ? `${run} wins running` : `${wins} won of ${games}`;
  const longest = best > Math.max(1, run) ? `, best run ${best}` : "";
  return `Your rating ${rating}. ${running}${longest}.`;
}
