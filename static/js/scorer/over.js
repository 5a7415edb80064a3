// A game that is over: how it ended, the other captain's confirmation on the spot, and what is next.

import { button, h, shows } from "./draw.js";
import { several } from "./words.js";

export class ScoreOver extends HTMLElement {
  show({ match, game, tap }) {
    const { view, names } = game;
    if (shows(this, view.scores, game.story.confirmations, match.over, game.differing.length, game.mine)) return;
    const loser = 1 - view.winner;
    const next = match.next(game.line, game.number);
    this.replaceChildren(
      h(
        "p",
        { class: "over__words" },
        h("strong", { text: `${match.page.sides[view.winner]} win ${game.label}` }),
        ` ${names[view.winner]} beat ${names[loser]} ${view.scores[view.winner]}–\u2060${view.scores[loser]} in ${several(view.hands.length + (view.pegs ? 1 : 0), "hand", "hands")}.`,
      ),
      game.differing.length ? "" : this.confirmation(match, game, tap), // first a captain says which score stands
      h(
        "div",
        { class: "handover__actions" },
        game.mine
          ? h("a", {
              class: "button button--second",
              href: `#/${game.line}/${game.number}/list`,
              text: "Correct a score",
            })
          : button("Take over to correct", () => tap(() => match.take(game)), { class: "button button--second" }),
        next
          ? h("a", {
              class: "button button--big",
              href: `#/${next[0]}/${next[1]}`,
              text: `Next: ${match.label(...next)}`,
            })
          : h("a", {
              class: "button button--big",
              href: match.page.addresses.card,
              text: "Check the card and send it",
            }),
      ),
    );
  }

  /** The captain of a side types their name on this phone: it is written down with the score. */
  confirmation(match, game, tap) {
    const agreed = game.story.confirmations.filter((each) => String(each.scores) === String(game.view.scores));
    const said = agreed.map(({ side, name }) =>
      h("p", { class: "over__agreed", text: `✓ ${name} confirmed for ${match.page.sides[side]}.` }),
    );
    const open = [0, 1].filter(
      (side) => !agreed.some((each) => each.side === side) && !match.page.acts.includes(side ? "away" : "home"),
    );
    const asks = open.map((side) => {
      const id = `agree-${side}`;
      const field = h("input", { id, type: "text", autocomplete: "off", autocapitalize: "words", maxlength: "60" });
      const done = (event) => {
        event.preventDefault();
        const name = field.value.trim();
        if (name) tap(() => match.confirm(game, side, name));
        else field.focus();
      };
      return h(
        "details",
        { class: "over__agree" },
        h("summary", { text: `${match.page.sides[side]}: confirm on this phone` }),
        h(
          "form",
          { class: "newcomer", onsubmit: done },
          h("label", { for: id, text: `Captain’s name, to confirm ${game.view.scores.join("–")}` }),
          h(
            "span",
            { class: "newcomer__row" },
            field,
            h("button", { class: "button button--second", type: "submit", text: "Confirm" }),
          ),
        ),
      );
    });
    return h("div", { class: "over__agreement" }, said, asks);
  }
}

customElements.define("score-over", ScoreOver);
