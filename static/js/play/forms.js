// Events of play as they are written, read by the tables' own list of what stands in each field (tables.forms).

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A tile as it is always written, the higher pip first; undefined for what is no tile. */
function tile(tables, value) {
  const [pips, between] = tables.spelling;
  if (typeof value !== "string") return undefined;
  const letters = [...value.toLowerCase()].filter((letter) => !between.includes(letter));
  if (letters.length !== 2 || letters.some((letter) => !pips.includes(letter))) return undefined;
  return letters.sort((one, two) => pips.indexOf(two) - pips.indexOf(one)).join("");
}

function list(values, read) {
  if (!Array.isArray(values)) return undefined;
  const all = values.map(read);
  return all.includes(undefined) ? undefined : all;
}

const READ = {
  text: (_, value) => (typeof value === "string" ? value : undefined),
  whole: (_, value) => (Number.isInteger(value) ? value : undefined),
  flag: (_, value) => (typeof value === "boolean" ? value : undefined),
  tile,
  pips: (tables, value) => list(value, (each) => READ.whole(tables, each)),
  deal: (tables, value) => list(value, (hand) => (hand === null ? null : list(hand, (each) => tile(tables, each)))),
  fact: (tables, value) => {
    const event = readEvent(tables, value);
    return event && !("event" in event) && !("ref" in event) ? event : undefined;
  },
};

/** The event with every field that it may have, or null if it is none. */
export function readEvent(tables, plain) {
  if (!isRecord(plain) || !Object.keys(tables.forms).includes(plain.kind)) return null;
  const fields = tables.forms[plain.kind];
  if (Object.keys(plain).some((name) => name !== "kind" && !(name in fields))) return null;
  const event = { kind: plain.kind };
  for (const [name, [holds, optional, otherwise]] of Object.entries(fields)) {
    const left = !(name in plain) || (plain[name] === null && otherwise === null);
    if (left && !optional) return null;
    event[name] = left ? otherwise : READ[holds](tables, plain[name]);
    if (event[name] === undefined) return null;
  }
  return event;
}
