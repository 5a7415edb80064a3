// The strip that always says where the taps are: on this phone, on their way, received. It is not read out with each
// tap; what somebody must know at once is (see `announce` in app.js).

import { button, h, say } from "./draw.js";
import { standing } from "./words.js";

const SIGNS = { received: "✓", waiting: "●", sending: "↑", trouble: "!", ready: "✓" };

export class ScoreStanding extends HTMLElement {
  connectedCallback() {
    this.sign = h("span", { class: "standing__sign", "aria-hidden": "true" });
    this.words = h("span", { class: "standing__words" });
    this.append(this.sign, this.words);
  }

  show(outbox, unsaved) {
    const { waiting, store } = outbox;
    const { state, words } = standing({ ...outbox, unsaved, waiting, receivedAt: store.receivedAt });
    this.dataset.state = state;
    say(this.sign, SIGNS[state]);
    say(this.words, words);
  }
}

/** The row below, only where something is wrong: what to do about it. */
export class ScoreTrouble extends HTMLElement {
  connectedCallback() {
    this.words = h("p", {});
    this.actions = h("span", { class: "trouble__actions" });
    this.append(this.words, this.actions);
    this.hidden = true;
  }

  /** `notSaved` says of a score that it was lost, and stays until the next one is saved. */
  show(outbox, signIn, notSaved) {
    const { more, help } = standing({ ...outbox, waiting: outbox.waiting, receivedAt: outbox.store.receivedAt });
    const words = notSaved || more;
    this.hidden = !words;
    this.dataset.help = help || "";
    if (this.hidden || this.said === words) return;
    this.said = words;
    say(this.words, words);
    this.actions.replaceChildren(
      button("Send now", () => outbox.soon(), { class: "button button--second" }),
      help === "refused" ? h("a", { class: "button button--second", href: signIn, text: "Sign in again" }) : "",
    );
  }
}

customElements.define("score-standing", ScoreStanding);
customElements.define("score-trouble", ScoreTrouble);
