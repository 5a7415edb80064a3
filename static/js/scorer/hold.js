// Who holds the pegs of a game: asking for them, handing them over, taking them, and what is kept aside meanwhile.

import { button, h, shows } from "./draw.js";
import { clock, several } from "./words.js";

/** What stands in place of the keys on a phone that does not hold the pegs. */
export class ScoreHeld extends HTMLElement {
  show({ game, tap, match }) {
    const { held, lost, aside, waiting } = game;
    const who = held.name || "Another phone";
    const since = held.at ? ` since ${clock(held.at)}` : "";
    if (shows(this, this.taking, who, since, lost, aside, waiting)) return;
    if (this.taking) return this.sure(game, tap, match, who);
    this.replaceChildren(
      h("p", { class: "held__who" }, h("strong", { text: `${who} holds the pegs` }), `${since}.`),
      lost
        ? h("p", {
            text: aside
              ? `They were taken from this phone. ${several(aside, "tap", "taps")} made here since are kept aside, and the captains choose.`
              : "They were taken from this phone. Nothing tapped here is lost.",
          })
        : "",
      aside
        ? h("p", { class: "scorer__onward" }, h("a", { href: tracks(match, game), text: "See both, side by side" }))
        : "",
      waiting
        ? h("p", { role: "status", text: `You have asked ${who} for them. They see it when their phone has a signal.` })
        : "",
      h(
        "div",
        { class: "held__deeds" },
        waiting ? "" : button("Ask for the pegs", () => tap(() => match.ask(game)), { class: "button" }),
        button("Take over…", () => this.turn(true, { game, tap, match }), { class: "button button--second" }),
      ),
    );
  }

  turn(taking, what) {
    this.taking = taking;
    this.show(what);
    this.querySelector("button").focus();
  }

  /** A game has one scorer: taking over says what becomes of the other's taps before it does it. */
  sure(game, tap, match, who) {
    this.replaceChildren(
      h("p", {}, h("strong", { text: `Take the pegs from ${who}?` })),
      h("p", {
        text: `From then on only this phone’s taps count. What ${who} taps after that is kept aside, and the captains choose which stands.`,
      }),
      h(
        "div",
        { class: "held__deeds" },
        button("Take the pegs", () => tap(() => match.take(game)), { class: "button button--danger" }),
        button("Leave them", () => this.turn(false, { game, tap, match }), { class: "button button--second" }),
      ),
    );
  }
}

/** A request for the pegs, on the phone that holds them. */
export class ScoreAsked extends HTMLElement {
  show({ game, tap, match }) {
    const { asked, mine } = game;
    this.hidden = !mine || !asked || asked.id === this.refused;
    if (this.hidden || this.shown === asked.id) return;
    this.shown = asked.id;
    const keep = () => {
      this.refused = asked.id;
      this.hidden = true;
    };
    this.replaceChildren(
      h("p", {}, h("strong", { text: asked.name || "Another phone" }), " asks for the pegs."),
      button("Hand over", () => tap(() => match.give(match.game(game.line, game.number), asked)), { class: "button" }),
      button("Keep them", keep, { class: "button button--second" }),
    );
  }
}

const tracks = (match, game) => match.page.addresses.tracks.replace("{line}", game.line).replace("{game}", game.number);

customElements.define("score-held", ScoreHeld);
customElements.define("score-asked", ScoreAsked);
