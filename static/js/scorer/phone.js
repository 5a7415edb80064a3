// What this phone is set to, and the last resort: everything that was tapped, as text.

import { hasVoice, switchBy } from "../call-scores.js";
import { button, h } from "./draw.js";

const KEY = "scorer-phone";

/** Settings of this phone: `left` hand, `tiles` instead of pegs. */
export function settings() {
  try {
    return { left: false, tiles: false, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { left: false, tiles: false };
  }
}

export function keep(changed) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...changed }));
}

export class ScorePhone extends HTMLElement {
  show({ match, changed }) {
    Object.assign(this, { match, changed });
    this.replaceChildren(
      h("h2", { class: "scorer__title", tabindex: "-1", text: "Settings" }),
      this.toggle("left", "Left-handed", "Keys nearest to your left thumb"),
      this.toggle(
        "tiles",
        "Count by tiles",
        "Tap each tile as it is played, and the phone counts. It starts from the next hand.",
      ),
      hasVoice() ? this.calls() : "",
      this.log(),
    );
  }

  calls() {
    const box = h("input", { id: "call-scores", type: "checkbox" });
    switchBy(box);
    const words = h("span", { class: "choice__words", text: "Call the scores aloud" });
    return h("label", { class: "choice", for: "call-scores" }, box, words);
  }

  toggle(name, words, more) {
    const id = `phone-${name}`;
    const change = (event) => {
      keep({ [name]: event.target.checked });
      this.changed();
    };
    return h(
      "label",
      { class: "choice", for: id },
      h("input", { id, type: "checkbox", checked: settings()[name], onchange: change }),
      h("span", { class: "choice__words" }, words, h("small", { text: more })),
    );
  }

  log() {
    const field = h("textarea", { id: "log", class: "scorer__log", rows: "6", readonly: true });
    field.value = asText(this.match);
    const said = h("p", { role: "status" });
    const copy = async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy"); // older browsers, and pages not served over HTTPS
      }
      said.textContent = "Copied. Paste it into a message to your captain or the secretary.";
    };
    return h(
      "section",
      { class: "scorer__flow" },
      h("h3", { text: "Copy as text" }),
      h("label", {
        for: "log",
        text: "Everything entered on this phone, in order. If nothing else works, send this to the secretary.",
      }),
      field,
      button("Copy", copy, { class: "button button--second" }),
      said,
    );
  }
}

/** Every tap of this phone, a line each, with whether it was received. */
function asText({ page, store }) {
  const lines = store.own.map(({ dseq, at, line, game, kind, body, seq }) => {
    const { id, ...told } = body;
    const said = kind === "fact" ? told : { ...told, kind };
    return `${dseq} ${at} ${page.lines[line].title}.${game} ${JSON.stringify(said)}${seq === null ? " not received" : ""}`;
  });
  return [`${page.words} (${page.code}), phone ${store.device}`, ...lines].join("\n");
}

customElements.define("score-phone", ScorePhone);
