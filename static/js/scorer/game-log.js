// What was scored, newest first, and the two ways to correct it: undo it, or say what it was, with the reason.

import { button, chip, h } from "./draw.js";
import { happened } from "./words.js";

const REASONS = ["Miscounted", "Wrong side", "Agreed by both"];

/** What a fact came to be: itself, or what the last correction of it says. */
function asCorrected(events, id) {
  const gone = new Set(events.filter((event) => event.kind === "undone").map((event) => event.ref));
  const corrections = events.filter((event) => event.kind === "corrected" && event.ref === id && !gone.has(event.id));
  return corrections.length ? corrections[corrections.length - 1].event : events.find((event) => event.id === id);
}

export class GameLog extends HTMLElement {
  show({ game, back, may, tell }) {
    Object.assign(this, { game, back, may, tell });
    if (this.editing) return;
    const { view, shorts, events } = game;
    const stands = new Set(view.standing);
    const rows = view.last.map((each) => {
      const fact = may && stands.has(each.id) ? asCorrected(events, each.id) : null;
      const mends = fact && fact.kind === "pegged";
      return h(
        "li",
        {},
        h("span", { text: happened(each, shorts) }),
        mends
          ? button("Correct", () => this.correct(each.id, fact), {
              class: "button button--second",
              "aria-label": `Correct: ${happened(each, shorts)}`,
            })
          : "",
      );
    });
    this.replaceChildren(
      h("h2", { class: "scorer__title", tabindex: "-1", text: `${game.label}: last scores` }),
      rows.length ? h("ol", { class: "game-log" }, rows) : h("p", { text: "No scores yet." }),
      may && game.tables.revoke && game.tables.revoke.pegs && game.view.winner === null ? this.pegBack() : "",
      h("p", { class: "scorer__onward" }, h("a", { href: back, text: "Back to the keys" })),
    );
  }

  /** Another side, another number, and why. */
  correct(id, fact) {
    this.editing = true;
    const chosen = { side: fact.side, pegs: fact.pegs, reason: "" };
    const { tables, names } = this.game;
    const numbers = [...new Set([...tables.keys.play, ...tables.keys.last])].sort((a, b) => a - b);
    const draw = () => {
      const pick = (name, value, words) =>
        chip(words, chosen[name] === value, () => draw(Object.assign(chosen, { [name]: value })));
      this.replaceChildren(
        h("h2", {
          class: "scorer__title",
          tabindex: "-1",
          text: `Correct ${names[fact.side]} ${fact.pegs}`,
        }),
        h(
          "div",
          { class: "chips" },
          names.map((name, side) => pick("side", side, name)),
        ),
        h(
          "div",
          { class: "chips chips--numbers" },
          numbers.map((number) => pick("pegs", number, String(number))),
        ),
        h("p", { text: "Reason, saved with the correction" }),
        h(
          "div",
          { class: "chips" },
          REASONS.map((words) => pick("reason", words, words)),
        ),
        h(
          "div",
          { class: "buttons" },
          button("Save correction", done, {
            class: "button button--big",
            disabled: !chosen.reason || (chosen.side === fact.side && chosen.pegs === fact.pegs),
          }),
          button("Cancel", leave, { class: "button button--second" }),
        ),
      );
    };
    const leave = () => {
      this.editing = false;
      this.show(this);
    };
    const done = () => {
      this.editing = false;
      const event = {
        kind: "pegged",
        id,
        side: chosen.side,
        pegs: chosen.pegs,
        ...(fact.lead && chosen.side === fact.side ? { lead: true } : {}),
      };
      this.tell({ kind: "corrected", ref: id, event, reason: chosen.reason });
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

customElements.define("game-log", GameLog);
