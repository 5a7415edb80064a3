// The strip that always says where the taps are: on this phone, on their way, received. It is not read out with each
// tap; what somebody must do something about is.

import { button, h, say } from "./draw.js";

const SIGNS = { received: "✓", waiting: "●", sending: "↑", trouble: "!", ready: "✓" };

export class ScoreStanding extends HTMLElement {
  connectedCallback() {
    this.sign = h("span", { class: "standing__sign", "aria-hidden": "true" });
    this.words = h("span", { class: "standing__words" });
    this.append(this.sign, this.words);
  }

  /** What `standing` of words.js says. */
  show({ state, words }) {
    if (this.dataset.state !== state) this.dataset.state = state;
    say(this.sign, SIGNS[state]);
    say(this.words, words);
  }
}

/** The row below, only where something is wrong: what to do about it, which is to `send`, or to `signIn` again. */
export class ScoreTrouble extends HTMLElement {
  connectedCallback() {
    this.words = h("p", { role: "status" });
    this.actions = h("span", { class: "trouble__actions" });
    this.append(this.words, this.actions);
    this.hidden = true;
  }

  /** `notSaved` says of a score that it was lost, and stays until the next one is saved. */
  show({ more, help }, notSaved) {
    const words = [notSaved, more].filter(Boolean).join(" ");
    this.hidden = !words;
    this.dataset.help = help || "";
    if (this.hidden || this.said === words) return;
    this.said = words;
    say(this.words, words);
    this.actions.replaceChildren(
      button("Send now", this.send, { class: "button button--second" }),
      help === "refused" ? h("a", { class: "button button--second", href: this.signIn, text: "Sign in again" }) : "",
    );
  }
}

customElements.define("score-standing", ScoreStanding);
customElements.define("score-trouble", ScoreTrouble);
