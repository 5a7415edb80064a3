// A part of a page that changes while it is looked at: <live-part data-every="1000">. It asks for its own page again,
// as htmx would, and shows the part that it is sent, until that says it is over. The page works without this: it is
// asked for again as a whole.

class LivePart extends HTMLElement {
  connectedCallback() {
    this.next();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  next() {
    const hidden = document.hidden ? 5 : 1; // nobody is looking
    this.timer = setTimeout(() => this.look(), Number(this.dataset.every) * hidden);
  }

  async look() {
    try {
      const answer = await fetch(location.href, { headers: { "HX-Request": "true" }, redirect: "manual" });
      if (answer.ok) {
        this.show(await answer.text());
        if (this.querySelector("[data-live-anew]")) return location.reload(); // the page is another one now
      } else if (answer.status < 500) return location.reload(); // signed out, or gone: the page says what it is
    } catch {
      // No signal: what is shown stays, and it asks again.
    }
    if (!this.querySelector("[data-live-over]")) this.next();
  }

  show(html) {
    const before = this.querySelector("[data-live]")?.dataset.live;
    // What somebody is about to press stays under their finger.
    const focused = this.contains(document.activeElement) && document.activeElement.closest("form")?.action;
    this.innerHTML = html;
    if (focused)
      [...this.querySelectorAll("form")]
        .find((form) => form.action === focused)
        ?.querySelector("button")
        .focus();
    const now = this.querySelector("[data-live]")?.dataset.live;
    const words = document.querySelector("[data-live-words]");
    if (words && now !== before) words.textContent = now;
  }
}

customElements.define("live-part", LivePart);
