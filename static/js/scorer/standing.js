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

  show(outbox) {
    const { state, words } = standing({ ...outbox, waiting: outbox.waiting, receivedAt: outbox.store.receivedAt });
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

  show(outbox, signIn) {
    const { more, help } = standing({ ...outbox, waiting: outbox.waiting, receivedAt: outbox.store.receivedAt });
    this.hidden = !more;
    this.dataset.help = help || "";
    if (this.hidden || this.said === more) return;
    this.said = more;
    say(this.words, more);
    this.actions.replaceChildren(
      button("Send now", () => outbox.soon(), { class: "button button--second" }),
      help === "refused" ? h("a", { class: "button button--second", href: signIn, text: "Sign in again" }) : "",
    );
  }
}

customElements.define("score-standing", ScoreStanding);
customElements.define("score-trouble", ScoreTrouble);
