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

  /** What a fact of this kind can be corrected to: by the name of a field its choices, each [value, words]. */
  choices(fact) {
    const { names, seats, tables } = this.game;
    const sides = names.map((name, side) => [side, name]);
    const players = seats.map((name, seat) => [seat, name]);
    const numbers = [...new Set([...tables.keys.play, ...tables.keys.last])].sort((a, b) => a - b);
    const pegs = { side: sides, pegs: numbers.map((number) => [number, String(number)]) };
    const ways = {
      pegged: pegs,
      pegged_back: { side: sides },
      knocked: { seat: players },
      drew: { seat: players },
      hand_ended: { out: [...sides, [null, "Blocked"]] },
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
    const chosen = { ...fact };
    let reason = "";
    const choices = Object.entries(this.choices(fact));
    const draw = () => {
      const same = choices.every(([name]) => chosen[name] === fact[name]);
      const whole = choices.every(([name]) => chosen[name] !== null || "out leader".includes(name));
      const pick = (name, [value, words]) =>
        chip(words, chosen[name] === value, () => draw(Object.assign(chosen, { [name]: value })));
      const tell = () => this.leave(() => done(mended(fact, chosen), reason));
      this.replaceChildren(
        h("h2", { class: "scorer__title", tabindex: "-1", text: title }),
        ...choices.map(([name, values]) =>
          h(
            "div",
            { class: values.length > 4 ? "chips chips--numbers" : "chips", role: "group", "aria-label": GROUPS[name] },
            values.map((each) => pick(name, each)),
          ),
        ),
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
          choices.length
            ? button(save, tell, { class: "button button--big", disabled: !reason || same || !whole })
            : "",
          more,
          button("Cancel", () => this.leave(), { class: "button button--second" }),
        ),
      );
    };
    draw();
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
function mended(fact, chosen) {
  if (chosen.kind === "tile_played") return { ...chosen, at: null };
  return chosen.kind === "pegged" && chosen.side !== fact.side ? { ...chosen, lead: null } : chosen;
}

const WHAT = { knocked: "knocked", drew: "drew a tile", hand_ended: "out" };
const GROUPS = { side: "Who", seat: "Who", pegs: "Pegs", out: "Who went out", leader: "Who drops", tile: "Tile" };

customElements.define("game-log", GameLog);
