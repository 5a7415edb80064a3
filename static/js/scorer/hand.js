// Between hands: who drops next. And the pips left, where a league's rules count them.

import { button, h, shows } from "./draw.js";
import { short } from "./words.js";

export class NextHand extends HTMLElement {
  show({ game, tell }) {
    const { view, seats } = game;
    this.tell = tell;
    if (shows(this, view.hand, view.drop, seats)) return;
    const start = (leader) => () => this.tell({ kind: "hand_started", ...(leader === null ? {} : { leader }) });
    const known = view.drop !== null;
    const others = seats.map((name, seat) => ({ name, seat })).filter(({ seat }) => seat !== view.drop);
    this.replaceChildren(
      h("p", { class: "pads__hint", text: known ? `Hand ${view.hand - 1} is over` : "Who drops next?" }),
      known
        ? button([h("b", { text: "Next hand" }), h("span", { text: `${seats[view.drop]} drops` })], start(view.drop), {
            class: "button next-hand",
          })
        : "",
      h(
        "div",
        { class: "chips", role: "group", "aria-label": "Who drops" },
        others.map(({ name, seat }) =>
          button(`${known ? "Or " : ""}${short(name, 12)}`, start(seat), { class: "chip" }),
        ),
        known ? "" : button("Not known", start(null), { class: "chip" }),
      ),
    );
  }
}

/** The pips that each seat has left, asked for once a hand is over. */
export class PipsLeft extends HTMLElement {
  show({ game, out, tell }) {
    if (shows(this, game.line, game.number, out)) return;
    const fields = game.seats.map((name, seat) =>
      h("input", { id: `pips-${seat}`, type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off" }),
    );
    const done = (event) => {
      event.preventDefault();
      const pips = fields.map((field) => parseInt(field.value || "0", 10));
      if (pips.every((each) => each >= 0)) tell({ kind: "hand_ended", ...(out === null ? {} : { out }), pips });
    };
    const row = (field, seat) =>
      h("p", { class: "pips__row" }, h("label", { for: field.id, text: game.seats[seat] }), field);
    this.replaceChildren(
      h(
        "form",
        { class: "pips", onsubmit: done },
        h("p", { class: "pads__hint", text: "How many pips has each left?" }),
        fields.map(row),
        h("button", { class: "button button--big", type: "submit", text: "Count them" }),
      ),
    );
  }
}

customElements.define("next-hand", NextHand);
customElements.define("pips-left", PipsLeft);
