// Everything that was scored in a game, hand by hand, newest first; and for whoever scores it the ways to put it right:
// say what it was, say that it was not, or add what was forgotten after it.

import { button, chip, h } from "./draw.js";
import { happened, tileWords } from "./words.js";

const REASONS = ["Miscounted", "Wrong side", "Forgotten", "Agreed by both"];

export class GameLog extends HTMLElement {
  show({ game, back, may, tell }) {
    Object.assign(this, { game, back, may, tell });
    if (this.editing) return;
    const { view } = game;
    const hands = [...new Set(view.list.map(({ hand }) => hand))].reverse();
    this.replaceChildren(
      h("h2", { class: "scorer__title", tabindex: "-1", text: `${game.label}: scores` }),
      may
        ? h("p", { class: "scorer__onward" }, h("a", { href: `${back}/players`, text: "Players and first drop" }))
        : "",
      view.list.length ? "" : h("p", { text: "No scores yet." }),
      ...hands.map((hand) => this.hand(hand)),
      may && game.tables.revoke && game.tables.revoke.pegs && view.winner === null ? this.pegBack() : "",
      h("p", { class: "scorer__onward" }, h("a", { href: back, text: "Back to the game" })),
    );
  }

  hand(number) {
    const rows = this.game.view.list.filter(({ hand }) => hand === number).reverse();
    return h(
      "section",
      { class: "scorer__flow" },
      h("h3", { text: `Hand ${number}` }),
      h(
        "ol",
        { class: "game-log" },
        rows.map((each) => this.row(each)),
      ),
    );
  }

  row(each) {
    const words = this.words(each);
    const correct = () => this.correct(each, words);
    const more = { class: "button button--second", "aria-label": `Correct: ${words}` };
    const notes = [each.corrected ? "corrected" : "", each.fault ? "left out: it cannot be" : ""].filter(Boolean);
    return h(
      "li",
      {},
      h("span", { text: [words, ...notes].join(", ") }),
      this.may ? button("Correct", correct, more) : "",
    );
  }

  words({ fact, how, ...each }) {
    const { seats, shorts, tables } = this.game;
    if (how) return happened({ how, ...each }, shorts);
    if (fact.kind === "hand_started") return fact.leader === null ? "Dealt" : `${seats[fact.leader]} drops`;
    const who = "seat" in fact ? seats[fact.seat] : shorts["side" in fact ? fact.side : fact.out] || "";
    const what = fact.tile ? tileWords(fact.tile) : fact.pegs !== undefined ? fact.pegs : WHAT[fact.kind] || "";
    return `${who} ${what}`.trim() || tables.words.blocked;
  }

  /** What a fact of this kind can be corrected to: by the name of a field its choices, each [value, words]; or null,
   *  where a number is typed.
   */
  choices(fact) {
    const { names, seats, tables } = this.game;
    const sides = names.map((name, side) => [side, name]);
    const players = seats.map((name, seat) => [seat, name]);
    const numbers = [...new Set([...tables.keys.play, ...tables.keys.last])].sort((a, b) => a - b);
    const pegs = { side: sides, pegs: numbers.map((number) => [number, String(number)]) };
    const ways = {
      pegged: pegs,
      total_called: { side: sides, total: null, chip: CHIP },
      revoke_shown: { side: sides },
      muggins_called: { side: sides },
      pegged_back: { side: sides, pegs: null },
      knocked: { seat: players },
      drew: { seat: players },
      hand_ended: {
        out: [...sides, [null, "Blocked"]],
        ...Object.fromEntries(pipsOf(fact).map(([name]) => [name, null])),
      },
      hand_started: { leader: [...players, [null, "Not known"]] },
      tile_played: {
        seat: players,
        tile: ((tables.line && tables.line.tiles) || []).map((tile) => [tile, tileWords(tile)]),
      },
    };
    return ways[fact.kind] || {};
  }

  correct({ id, fact }, words) {
    const first = this.game.view.list[0].id === id && fact.kind === "hand_started";
    this.edit({
      title: `Correct: ${words}`,
      fact,
      save: "Save correction",
      done: (event, reason) => this.tell({ kind: "corrected", ref: id, event: { ...event, id }, reason }),
      more: [
        first
          ? ""
          : button("It did not happen", () => this.leave(() => this.tell({ kind: "undone", ref: id })), {
              class: "button button--second",
            }),
        button("Add a score after it", () => this.add(id, words), { class: "button button--second" }),
      ],
    });
  }

  /** A score that nobody entered at the time, in its place. */
  add(after, words) {
    this.edit({
      title: `Add a score after: ${words}`,
      fact: { kind: "pegged", side: null, pegs: null, lead: null },
      save: "Add this score",
      done: (event, reason) => this.tell({ kind: "inserted", after, event: { ...event, id: after }, reason }),
      more: [],
    });
  }

  leave(then) {
    this.editing = false;
    return then ? then() : this.show(this);
  }

  edit({ title, fact, save, done, more }) {
    this.editing = true;
    const before = { ...fact, ...Object.fromEntries(pipsOf(fact)) };
    const chosen = { ...before };
    let reason = "";
    const choices = Object.entries(this.choices(fact));
    const saved = button(save, () => this.leave(() => done(mended(fact, chosen), reason)), {
      class: "button button--big",
    });
    const check = () => {
      const same = choices.every(([name]) => chosen[name] === before[name]);
      const whole = choices.every(([name, values]) => this.isWhole(name, values, chosen[name]));
      saved.disabled = !reason || same || !whole;
    };
    const typed = (name) => (event) => {
      chosen[name] = /^\d+$/.test(event.target.value.trim()) ? parseInt(event.target.value, 10) : null;
      check();
    };
    const draw = () => {
      const pick = (name, [value, words]) =>
        chip(words, chosen[name] === value, () => draw(Object.assign(chosen, { [name]: value })));
      const field = ([name, values]) =>
        values
          ? h(
              "div",
              {
                class: values.length > 4 ? "chips chips--numbers" : "chips",
                role: "group",
                "aria-label": GROUPS[name],
              },
              values.map((each) => pick(name, each)),
            )
          : this.number(name, chosen[name], typed(name));
      this.replaceChildren(
        h("h2", { class: "scorer__title", tabindex: "-1", text: title }),
        ...choices.map(field),
        choices.length ? h("p", { text: "Reason, saved with it" }) : "",
        choices.length
          ? h(
              "div",
              { class: "chips" },
              REASONS.map((words) => chip(words, reason === words, () => draw((reason = words)))),
            )
          : "",
        h(
          "div",
          { class: "buttons" },
          choices.length ? saved : "",
          more,
          button("Cancel", () => this.leave(), { class: "button button--second" }),
        ),
      );
      check();
    };
    draw();
  }

  isWhole(name, values, value) {
    if (values) return value !== null || "out leader".includes(name);
    return value !== null && (name !== "total" || this.game.tables.keys.takes.totals.includes(value));
  }

  /** A number to be typed: the total, the pegs, or the pips that a seat has left. */
  number(name, value, oninput) {
    const { seats } = this.game;
    const id = `correct-${name}`;
    const text = name in GROUPS ? GROUPS[name] : `${seats[parseInt(name.slice(PIPS.length), 10)]}: pips left`;
    const more = { type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off" };
    return h("p", { class: "pips__row" }, h("label", { for: id, text }), h("input", { id, value, oninput, ...more }));
  }

  /** Where the league pegs back for a revoke: the side that revoked, or its opponents on where it has too few. */
  pegBack() {
    const { tables, names, view } = this.game;
    const { pegs } = tables.revoke;
    const back = (side) => view.scores[side] >= pegs;
    const pegged = (side) => (back(side) ? "back" : `${names[1 - side]} on`);
    const words = (side) => `${names[side]} revoked: ${pegged(side)} ${pegs}`;
    const told = (side) =>
      back(side) ? { kind: "pegged_back", side, pegs, reason: "Revoke" } : { kind: "pegged", side: 1 - side, pegs };
    const chips = [0, 1].map((side) => button(words(side), () => this.tell(told(side)), { class: "chip" }));
    return h("section", { class: "scorer__flow" }, h("h3", { text: "Peg back" }), h("div", { class: "chips" }, chips));
  }
}

/** What is told in place of a fact: where a tile lay, or that it was the drop, is not said of another one. */
function mended(fact, { ...chosen }) {
  if (fact.pips) chosen.pips = pipsOf(fact).map(([name]) => chosen[name]);
  for (const [name] of pipsOf(fact)) delete chosen[name];
  if (chosen.kind === "tile_played") return { ...chosen, at: null };
  return chosen.kind === "pegged" && chosen.side !== fact.side ? { ...chosen, lead: null } : chosen;
}

/** The pips left with each seat, as fields of their own. */
const pipsOf = ({ pips }) => (pips || []).map((number, seat) => [`${PIPS}${seat}`, number]);

const PIPS = "pips of seat ";
const CHIP = [
  [true, "Chipped out"],
  [false, "Not the last tile"],
];
const WHAT = { knocked: "knocked", drew: "drew a tile", hand_ended: "out" };
const WHO = { side: "Who", seat: "Who", out: "Who went out", leader: "Who drops" };
const GROUPS = { ...WHO, pegs: "Pegs", tile: "Tile", total: "Total", chip: "Last tile" };

customElements.define("game-log", GameLog);
