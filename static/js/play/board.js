// Where pegs land, looked up in the tables (scoring/play/tables.py).

/**
 * The answer of a table of stretches at a place: a + b * place + c * base, by the last that begins at or before it.
 * @param {Array<[number, string, number, number, number]>} runs
 * @returns {{how: string, to: number}}
 */
export function along(runs, place, base) {
  let found = runs[0];
  for (const run of runs) if (run[0] <= place) found = run;
  const [, how, a, b, c] = found;
  return { how, to: a + b * place + c * base };
}

/** Where a side on `score` stands after `pegs` at once; `lead` says that the tile was the drop. */
export function land(tables, score, pegs, lead) {
  const { how, to } = along(tables.landing[lead ? 1 : 0], score + pegs, score);
  return { how, score: to };
}

/** The tracks with one side moved: its back peg leaps in front. Pegs that do not move the score do not move. */
export function put(tracks, side, score) {
  if (tracks[side].front === score) return tracks;
  return tracks.map((track, each) => (each === side ? { front: score, back: track.front } : track));
}

/** Where a side stands that goes back by `pegs`. */
export function backTo(tables, score, pegs) {
  return along(tables.back, score - pegs, score).to;
}

/** What a side still needs; nought once it is there. */
export function needs(tables, score) {
  return Math.max(0, tables.wins - score);
}
