// <phone-push> on "E-mail choices": has this browser asked for an address at which its maker's push service takes
// messages for it, and sends that with the form inside. Shown only where the browser can; without this nothing is said.

import { able, fill, held, subscribe } from "./subscribe.js";

const APPLE = /iPhone|iPad|iPod/;

class PhonePush extends HTMLElement {
  async connectedCallback() {
    this.form = this.querySelector("form");
    this.said = this.querySelector("[data-said]");
    this.form.hidden = !able();
    this.querySelector("[data-apple]").hidden = able() || !APPLE.test(navigator.userAgent);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add();
    });
    if (able()) await this.recognise();
    this.hidden = !able() && !APPLE.test(navigator.userAgent);
  }

  /** If this browser is in the list it is said there, and the button is not offered again. */
  async recognise() {
    const mine = await held();
    const row =
      mine && [...document.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === mine.endpoint);
    if (!row) return;
    row.querySelector("[data-this]").hidden = false;
    this.form.hidden = true;
  }

  async add() {
    this.say("");
    if ((await Notification.requestPermission()) !== "granted") {
      this.say(
        "Your phone does not let this site show messages. Allow it in the browser's settings, under notifications.",
      );
      return;
    }
    try {
      const former = (await held())?.endpoint || ""; // what this browser follows goes along
      fill(this.form, await subscribe(this.dataset.key, true));
      this.form.elements.namedItem("former").value = former;
    } catch {
      this.say("We could not turn on messages. Try again where there is a signal.");
      return;
    }
    this.form.submit();
  }

  say(words) {
    this.said.textContent = words;
  }
}

customElements.define("phone-push", PhonePush);
