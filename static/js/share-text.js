// Words to pass on: <share-text> around a textarea that holds them. Adds "Copy" and, where the phone can, "Share".
// Without this the words can be copied by hand, and the link to WhatsApp beside them works.

class ShareText extends HTMLElement {
  connectedCallback() {
    this.text = this.querySelector("textarea");
    this.said = this.querySelector("[data-said]");
    this.button("copy", Boolean(navigator.clipboard), () => this.copy());
    this.button("share", Boolean(navigator.share), () => this.share());
  }

  button(name, able, act) {
    const button = this.querySelector(`[data-${name}]`);
    if (!button) return;
    button.hidden = !able;
    button.addEventListener("click", act);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text.value);
      this.said.textContent = "Copied.";
    } catch {
      this.text.select();
      this.said.textContent = "Copy the words that are marked.";
    }
  }

  async share() {
    try {
      await navigator.share({ text: this.text.value });
    } catch {
      // Thought better of it: nothing to say.
    }
  }
}

customElements.define("share-text", ShareText);
