// Words to pass on: <share-text> around a textarea that holds them. Adds "Copy" and, where the phone can, "Share".
// Elements with `data-picture`, the address of a picture, can be shared too, alone or with the words: those that are
// ticked.
// Without this the words can be copied by hand, and the link to WhatsApp beside them works.

class ShareText extends HTMLElement {
  connectedCallback() {
    this.text = this.querySelector("textarea");
    this.said = this.querySelector("[data-said]");
    this.button("copy", Boolean(navigator.clipboard), () => this.copy());
    this.button("share", Boolean(navigator.share), () => this.share({ text: this.text.value }));
    if (navigator.canShare) this.offerPictures();
  }

  button(name, able, act) {
    const button = this.querySelector(`[data-${name}]`);
    if (!button) return;
    button.hidden = !able;
    button.addEventListener("click", act);
  }

  // Pictures are fetched beforehand: a phone shares only at once after a tap.
  async offerPictures() {
    const shown = [...this.querySelectorAll("[data-picture]")];
    const found = (await Promise.all(shown.map(pictureOf))).filter(Boolean);
    if (!found.length || !navigator.canShare({ files: found.map((each) => each.file) })) return;
    for (const { tick } of found) tick.hidden = false;
    const ticked = () => found.filter((each) => each.tick.control.checked).map((each) => each.file);
    this.button("image", true, () => this.sharePictures({ files: ticked() }));
    this.button("both", true, () => this.sharePictures({ files: ticked(), text: this.text.value }));
  }

  sharePictures(what) {
    if (what.files.length) return this.share(what);
    this.said.textContent = "Tick at least one picture.";
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

async function pictureOf(shown) {
  const answer = await fetch(shown.dataset.picture).catch(() => null);
  if (!answer?.ok) return null;
  const file = new File([await answer.blob()], shown.dataset.name, { type: "image/jpeg" });
  return { tick: shown.querySelector("[data-tick]"), file };
}

customElements.define("share-text", ShareText);
