// Making elements without innerHTML: names come from people and must never become markup.

/** An element: `class`, `text`, `on<event>` and `data` are understood, null and false attributes are left out. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(made.dataset, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const button = (words, onclick, more = {}) =>
  h("button", { type: "button", class: "button", onclick, ...more }, words);

/** A button that chooses one of several: pressed or not. */
export const chip = (words, pressed, onclick, more = {}) =>
  h("button", { type: "button", class: "chip", "aria-pressed": String(pressed), onclick, ...more }, words);

export const link = (words, href, more = {}) => h("a", { href, ...more }, words);

/** Change an element's words only where they changed, so that nothing is announced or painted twice. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Whether an element shows this already; remembered for the next time. What did not change keeps its focus. */
export function shows(element, ...what) {
  const now = JSON.stringify(what);
  const same = element.dataset.shows === now;
  element.dataset.shows = now;
  return same;
}

/** Home is a solid H, away a hatched A: told apart without colour. */
export const mark = (side) =>
  h("abbr", { class: side ? "side side--away" : "side", title: side ? "away" : "home" }, side ? "A" : "H");
