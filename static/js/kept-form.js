// Keeps what is typed into a form (`data-kept`) on the phone until the site has it, and fills it in again when the form
// is opened: after a lost signal, a reload, a link. What the site shows in the form meanwhile says whether it was saved.

const PREFIX = "typed:"; // offline.js forgets these when somebody signs out
const keyOf = (form) => `${PREFIX}${form.dataset.reader}:${location.pathname}`; // nobody is shown what another typed
const OLDEST = 24 * 60 * 60 * 1000; // ms
const FIELDS = "select, textarea, input:not([type='hidden'], [type='file'], [type='password'])";

const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const typed = (field) => (isTick(field) ? field.checked : field.value);

/** What the site has put into the field. */
function served(field) {
  if (isTick(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
}

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(FIELDS));
const nameOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
const contents = (form, of) => Object.fromEntries(fieldsOf(form).map((field) => [nameOf(field), of(field)]));

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(key, entry) {
  try {
    localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // Then it is as without a script.
  }
}

function forget(isOver) {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    if (isOver(key, read(key))) localStorage.removeItem(key);
  }
}

function fill(form, values) {
  for (const field of fieldsOf(form)) {
    const value = values[nameOf(field)];
    if (value === undefined || value === typed(field)) continue;
    if (isTick(field)) field.checked = value;
    else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
    if (field.closest("details")) field.closest("details").open = true;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function keep(form) {
  const key = keyOf(form);
  const shown = JSON.stringify(contents(form, served));
  const entry = read(key);
  const refused = form.dataset.kept === "refused";
  const isSame = entry?.shown.includes(shown);
  // A form that was refused is shown as it was sent; opened again, it may be as before or as it was sent.
  const before = entry && (refused || isSame) ? [...new Set([...entry.shown, shown])] : [shown];
  const save = (sent) => {
    const values = contents(form, typed);
    if (!refused && JSON.stringify(values) === shown) localStorage.removeItem(key);
    else write(key, { at: Date.now(), shown: before, values, sent });
  };
  if (isSame && !refused) fill(form, entry.values);
  if (isSame || refused) save(false);
  else localStorage.removeItem(key);
  if (isSame && !refused && read(key)) {
    const note = document.createElement("p");
    note.className = "notice notice--warn";
    note.setAttribute("role", "status");
    note.textContent = "Kept on this phone, not saved yet";
    form.prepend(note);
  }
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => save(false));
  form.addEventListener("submit", () => save(true));
}

try {
  // The site answers what it has saved by sending the phone on to another page.
  const [{ redirectCount }] = performance.getEntriesByType("navigation");
  const forms = [...document.querySelectorAll("form[data-kept]")];
  const isAnswer = (key, entry) => entry.sent && redirectCount > 0 && !forms.some((form) => keyOf(form) === key);
  forget((key, entry) => !entry || Date.now() - entry.at >= OLDEST || isAnswer(key, entry));
  forms.forEach(keep);
} catch {
  // A browser that keeps nothing: then it is as without a script.
}
