// <follow-button>: follow a team, a player, a cup or a league by one tap, with no account. Where the browser cannot show
// messages the link stays, which leads to the page that says how else. What this browser follows it remembers itself.

import { able, fill, subscribe } from "../push/subscribe.js";
import { addressOf } from "./memory.js";

class FollowButton extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form[data-messages]");
    const mine = addressOf(this.dataset.what);
    if (mine) {
      this.show("[data-follows]");
      this.querySelector("[data-follows] a").href = mine;
    } else if (able() && this.dataset.key) {
      this.show("[data-messages]");
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.follow();
      });
    }
  }

  show(part) {
    for (const each of ["[data-how]", "[data-messages]", "[data-follows]"]) {
      const found = this.querySelector(each);
      if (found) found.hidden = each !== part;
    }
  }

  async follow() {
    const button = this.form.querySelector("button");
    button.disabled = true;
    this.say("");
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        this.say("Your phone does not let this site show messages. Allow it in the browser's settings.");
        return;
      }
      fill(this.form, await subscribe(this.dataset.key));
      this.form.submit();
    } catch {
      this.say("We could not turn on messages. Try again where there is a signal.");
    } finally {
      button.disabled = false;
    }
  }

  say(words) {
    this.querySelector("[data-status]").textContent = words;
  }
}

customElements.define("follow-button", FollowButton);
