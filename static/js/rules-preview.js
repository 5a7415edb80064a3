// What rules come to, drawn beside the form while it is changed: <rules-preview> holds the form and, after it, the
// place for what the server says, [data-preview]. The page works without this: a button asks for the whole page.

const PAUSE = 400; // milliseconds without a change, so that a word is not sent letter by letter

class RulesPreview extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.place = this.querySelector("[data-preview]");
    this.form.addEventListener("input", () => this.soon());
    this.form.addEventListener("change", () => this.soon());
  }

  disconnectedCallback() {
    clearTimeout(this.waiting);
    this.latest?.abort();
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    this.latest?.abort(); // only the last answer is of use
    this.latest = new AbortController();
    const body = new FormData(this.form);
    body.set("do", "preview");
    body.delete("file");
    try {
      const answer = await fetch(this.form.getAttribute("action"), {
        method: "POST",
        body,
        headers: { "HX-Request": "true" },
        signal: this.latest.signal,
      });
      if (answer.ok) this.place.innerHTML = await answer.text();
    } catch {
      // No signal, or asked again: what is shown stays, and the button is there.
    }
  }
}

customElements.define("rules-preview", RulesPreview);
