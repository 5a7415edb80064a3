// Words to pass on: <share-text> around a textarea that holds them. Adds "Copy" and, where the phone can, "Share".
// With `data-picture`, the address of a picture, that can be shared too, alone or with the words.
// Without this the words can be copied by hand, and the link to WhatsApp beside them works.

class ShareText extends HTMLElement {
  connectedCallback() {
    this.text = this.querySelector("textarea");
    this.said = this.querySelector("[data-said]");
    this.button("copy", Boolean(navigator.clipboard), () => this.copy());
    this.button("share", Boolean(navigator.share), () => this.share({ text: this.text.value }));
    if (this.dataset.picture && navigator.canShare) this.offerPicture();
  }

  button(name, able, act) {
    const button = this.querySelector(`[data-${name}]`);
    if (!button) return;
    button.hidden = !able;
    button.addEventListener("click", act);
  }

  // The picture is fetched beforehand: a phone shares only at once after a tap.
  async offerPicture() {
    const answer = await fetch(this.dataset.picture).catch(() => null);
    if (!answer?.ok) return;
    const files = [new File([await answer.blob()], this.dataset.name, { type: "image/jpeg" })];
    const able = navigator.canShare({ files });
    this.button("image", able, () => this.share({ files }));
    this.button("both", able, () => this.share({ files, text: this.text.value }));
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

  async share(what) {
    try {
      await navigator.share(what);
    } catch {
      // Thought better of it: nothing to say.
    }
  }
}

customElements.define("share-text", ShareText);
