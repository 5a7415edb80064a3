// Who scores a game: asking to take over, handing over, taking over, and what is saved separately meanwhile.

import { button, h, shows } from "./draw.js";
import { clock } from "./words.js";

/** What stands in place of the keys on a phone that does not score. */
export class PegsElsewhere extends HTMLElement {
  show({ game, tap, match }) {
    const { held, lost, waiting } = game;
    const who = held.name || "Another phone";
    const since = held.at ? ` since ${clock(held.at)}` : "";
    const own = held.name && held.name === match.page.name;
    if (shows(this, this.taking, own, who, since, lost, waiting)) return;
    if (this.taking) return this.sure(game, tap, match, who);
    const [where, how] = own ? ["You are scoring", " on another phone"] : [`${who} is scoring`, " (on another phone)"];
    this.replaceChildren(
      h("p", { class: "handover__who" }, h("strong", { text: `${where}${how}` }), `${since}.`),
      lost ? h("p", { text: "Another phone took over scoring. Nothing entered here is lost." }) : "",
      own ? h("p", { text: "Anything you enter on the other phone after that is saved separately." }) : "",
      waiting
        ? h("p", { role: "status", text: `You have asked ${who}. They see it when their phone has a signal.` })
        : "",
      h(
        "div",
        { class: "handover__actions" },
        own ? button("Carry on here", () => tap(() => match.take(game)), { class: "button" }) : "",
        own || waiting ? "" : button("Ask to take over", () => tap(() => match.ask(game)), { class: "button" }),
        own
          ? ""
          : button("Take over…", () => this.turn(true, { game, tap, match }), { class: "button button--second" }),
      ),
    );
  }

  turn(taking, what) {
    this.taking = taking;
    this.show(what);
    this.querySelector("button").focus();
  }

  /** A game has one scorer: taking over says what becomes of the other's scores before it does it. */
  sure(game, tap, match, who) {
    this.replaceChildren(
      h("p", {}, h("strong", { text: `Take over scoring from ${who}?` })),
      h("p", {
        text: `From then on this phone keeps the score. Anything ${who} enters after that is saved separately, and the captains choose.`,
      }),
      h(
        "div",
        { class: "handover__actions" },
        button("Take over scoring", () => tap(() => match.take(game)), { class: "button button--danger" }),
        button("Cancel", () => this.turn(false, { game, tap, match }), { class: "button button--second" }),
      ),
    );
  }
}

/** Above everything else of a game, whatever its state: two phones tell it differently, or somebody has chosen. */
export class TwoPhones extends HTMLElement {
  show({ game, match }) {
    const words = this.words(game);
    this.hidden = !words;
    if (shows(this, words) || !words) return;
    this.replaceChildren(
      h("p", {}, h("strong", { text: words[0] }), ` ${words[1]}`),
      h("a", { href: tracks(match, game), text: "See both, side by side" }),
    );
  }

  words({ differing, held, mine, story }) {
    const [track] = differing;
    if (!track) {
      const { choice } = story;
      if (!choice || !choice.replaced) return null;
      return [`${choice.name || "A captain"} chose ${held.name || "another phone"}’s score.`, choice.reason];
    }
    const score = track.view.scores.join("–");
    const counts = mine ? "This phone’s score" : `${held.name || "Another phone"}’s score`;
    const aside = track.own ? "This phone’s" : `${track.name || "Another phone"}’s`;
    return ["Two phones scored this game differently.", `${counts} counts. ${aside}, ${score}, is saved separately.`];
  }
}

/** A request to take over, on the phone that scores. */
export class HandoverRequest extends HTMLElement {
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
      h("p", {}, h("strong", { text: asked.name || "Another phone" }), " asks to take over scoring."),
      button("Hand over", () => tap(() => match.give(match.game(game.line, game.number), asked)), { class: "button" }),
      button("Keep scoring", keep, { class: "button button--second" }),
    );
  }
}

const tracks = (match, game) => match.page.addresses.tracks.replace("{line}", game.line).replace("{game}", game.number);

customElements.define("pegs-elsewhere", PegsElsewhere);
customElements.define("handover-request", HandoverRequest);
customElements.define("two-phones", TwoPhones);
