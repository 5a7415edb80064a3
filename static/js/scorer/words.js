// What the scorer's page says. Plain words, one place; nothing here decides anything.

const clockWords = new Intl.DateTimeFormat("en-GB", { hour: "numeric", minute: "2-digit", hour12: true });

/** A moment as "8.41pm". */
export function clock(moment) {
  return clockWords.format(new Date(moment)).replace(":", ".").replace(/\s/g, "").toLowerCase();
}

export const several = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** A name that is long for its place: "E Ollerenshaw". */
export function short(name, most = 0) {
  const words = name.split(" ");
  return name.length <= most || words.length < 2 ? name : `${words[0][0]} ${words.slice(1).join(" ")}`;
}

/** A side in little room: one player by name, two by their surnames, or with initials where those are the same. */
export function sideWords(names) {
  if (names.length === 1) return short(names[0], 15);
  const surnames = names.map((name) => name.split(" ").pop());
  return (new Set(surnames).size === names.length ? surnames : names.map((name) => short(name))).join(" & ");
}

/** How things stand with what was entered: {state, words, more, help}; `state` also picks the sign beside the words. */
export function standing({ unsaved, waiting, sending, problem, reason, receivedAt }) {
  const saved = `${waiting} saved`;
  if (problem === "refused") {
    const scores = several(waiting, "score", "scores");
    const kept = waiting ? `${scores} saved on this phone.` : "Nothing is waiting on this phone.";
    return {
      state: "trouble",
      words: `${saved}, not received`,
      help: "refused",
      more: `${reason || "You are signed out."} ${kept}`,
    };
  }
  const more = problem ? "Keep this page open. It sends them by itself." : "";
  const held = { state: "waiting", ...(waiting ? { help: "waiting", more } : {}) };
  if (unsaved) return { ...held, words: "Saving…" };
  if (sending && waiting) return { state: "sending", words: `Sending ${waiting}…` };
  if (waiting) {
    const why = problem === "busy" ? "site busy" : problem ? "no signal" : "waiting";
    return { ...held, words: `${saved}, ${why}` };
  }
  if (receivedAt) return { state: "received", words: `Received ${clock(receivedAt)}` };
  return problem ? { state: "waiting", words: "No signal, saving here" } : { state: "ready", words: "Ready" };
}

/** One thing that happened, as a line of the list of last pegs. */
export function happened({ side, pegs, how, score }, names) {
  const who = side === null ? "" : names[side];
  const ways = {
    pegged: () => `${who} ${pegs}, now\u00a0${score}`,
    won: () => `${who} ${pegs}: ${score}, and wins`,
    bust: () => `${who} ${pegs}: bust, stays on ${score}`,
    bounced: () => `${who} ${pegs}: too many, back to ${score}`,
    barred: () => `${who} ${pegs}: cannot win on the drop, stays on ${score}`,
    knocked: () => `${who} knocked`,
    out: () => `${who} chipped out` + (pegs ? ` with ${pegs}, now\u00a0${score}` : ""),
    blocked: () => "Blocked",
    back: () => `${who} ${pegs} back, now\u00a0${score}`,
    undone: () => "Undone: " + (who ? `${who} ${pegs || "no score"}, now\u00a0${score}` : "the last entry"),
    inserted: () => `Added: ${who} ${pegs}, now\u00a0${score}`,
    corrected: () => `Corrected: ${who} ${pegs}, now\u00a0${score}`,
  };
  return ways[how]();
}

/** The newest things, newest first: what was undone or corrected last, and before it only what stands. */
export function latest({ last, list }, most) {
  const amended = last.slice(0, 1).filter(({ how }) => AMENDED.has(how));
  return [...amended, ...list.filter(({ how }) => how).reverse()].slice(0, most);
}

const AMENDED = new Set(["undone", "corrected", "inserted"]);

/** A tile as "6–5". */
export const tileWords = (tile) => [...tile].join("\u2013");

/** What an undo would undo. */
export function undoWords(fact) {
  const ways = {
    pegged: () => String(fact.pegs),
    tile_played: () => tileWords(fact.tile),
    knocked: () => "knock",
    hand_ended: () => "hand",
    hand_started: () => "hand",
    pegged_back: () => `${fact.pegs} back`,
  };
  return (ways[fact.kind] || (() => "last"))();
}
