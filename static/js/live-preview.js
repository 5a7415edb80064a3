// What would come of a form, shown while it is filled in: <live-preview> holds the form and, after it, the place for
// what the server says, [data-preview]. The page works without this: the form's own button asks for the whole page.

// Whether somebody has chosen here already: before this file arrived, or before they went away and came back.
const chosen = (field) =>
  field.options
    ? field.selectedIndex > 0 && !field.options[field.selectedIndex].defaultSelected
    : field.value !== field.defaultValue;

class LivePreview extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.place = this.querySelector("[data-preview]");
    this.form.addEventListener("change", () => this.ask());
    if ([...this.form.elements].some(chosen)) this.ask();
  }

  async ask() {
    this.latest?.abort(); // only the last answer is of use
    this.latest = new AbortController();
    const address = `${location.pathname}?${new URLSearchParams(new FormData(this.form))}`;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: this.latest.signal });
      if (answer.ok) this.place.innerHTML = await answer.text();
    } catch {
      // No signal, or asked again: what is shown stays, and the button is there.
    }
  }
}

customElements.define("live-preview", LivePreview);
