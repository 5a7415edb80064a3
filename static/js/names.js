// How names are compared: scoring/names.py in JavaScript, tested with the same names.

const APOSTROPHES = "'’‘‛ʼʻʹ`´′＇";
const DASHES = "-‐‑‒–—―−﹣－";
const UNMARKED = new Map(
  "ıi łl øo đd ðd ħh ŧt ŋn ĸk æae œoe þth ßss".split(" ").map(([letter, ...plain]) => [letter, plain.join("")]),
);
const MARKS = /[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]+/g;
const SHORT_AND = new RegExp(`(?<!\\S)(?:[${APOSTROPHES}]n[${APOSTROPHES}]?|n[${APOSTROPHES}])(?!\\S)`, "g");
const INITIALS = /(?<!\S)[\p{L}\p{Nl}\p{No}](?: [\p{L}\p{Nl}\p{No}](?!\S))+/gu;

/** Without case: "ß" as "ss" and the Greek "ς" as "σ", which `toLowerCase` leaves alone. */
const caseless = (text) => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
const words = (text) => text.split(/\s+/).filter(Boolean);
const typography = (text) =>
  [...text].map((letter) => (APOSTROPHES.includes(letter) ? "'" : DASHES.includes(letter) ? "-" : letter)).join("");
const withoutApostrophes = (text) => [...text].filter((letter) => !APOSTROPHES.includes(letter)).join("");

/** Letters with their marks, figures and pictures; nothing for what has no width, a space for the rest. */
function kept(letter) {
  if (/[\p{L}\p{N}\p{M}\p{So}]/u.test(letter)) return letter;
  return /\p{Cf}/u.test(letter) ? "" : " ";
}

function lettersOf(name) {
  let text = withoutApostrophes(caseless(name).replace(SHORT_AND, "and")).replace(/[&+]/g, " and ");
  text = caseless(text.normalize("NFKD")).normalize("NFKD").replace(MARKS, "");
  text = [...withoutApostrophes(text)].map((letter) => UNMARKED.get(letter) ?? letter).join("");
  const letters = words([...text.normalize("NFC")].map(kept).join("")).join(" ");
  return letters || words(caseless(typography(name)).normalize("NFKC")).join(" ");
}

/** What all ways of writing one name have in common. */
export function fold(name) {
  const found = lettersOf(name)
    .replace(INITIALS, (run) => run.replaceAll(" ", ""))
    .split(" ");
  while (found[0] === "the" && found.length > 1) found.shift();
  return found.map((word, at) => (word === "st" && at < found.length - 1 ? "saint" : word)).join(" ");
}
