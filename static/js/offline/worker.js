// Opens the last pages that were read when there is no signal, and says how old they are. The site writes the line
// `const SHELL = {files};` above this and serves both as /offline/worker.js.
//
// Knows no page by name: the site says on each answer whose it is (X-Reader) and whether it may be kept (X-Keep). Never
// shows what it kept while the site answers, and never sends a form twice, nor touches a stream or the scorer's
// page, which has a worker of its own.

const STORE = "reader-files";
const PAGES = "reader-pages-"; // and whose they are
const SCORER_PAGES = "scorer-pages"; // as sw.js has it
const AT = "X-Kept-At";
const SIGNAL = 3000; // ms to wait for a page before the kept one is shown
const MOST_PAGES = 30;
const MOST_FILES = 60;
const OLDEST = 14 * 24 * 60 * 60 * 1000; // ms for which a page is of use

const isScorer = (url) => /^\/[^/]+\/[^/]+\/[^/]+\/score\/$/.test(url.pathname);
// What every page needs, and files whose names change with what is in them.
const isFile = (url) =>
  SHELL.files.includes(url.pathname) || /^\/style\/[\w-]+\.\w+$|^\/static\/.*\.[0-9a-f]{12}\.\w+$/.test(url.pathname);

addEventListener("install", (event) => {
  skipWaiting();
  // As somebody who is not signed in has them: they are kept for whoever comes.
  const fresh = SHELL.files.map((each) => new Request(each, { cache: "no-cache", credentials: "omit" }));
  event.waitUntil(caches.open(STORE).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/accounts/logout/") event.waitUntil(signOut());
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(send(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && request.destination === "document" && !isScorer(url)) openPage(event);
  else if (isFile(url)) event.respondWith(file(request));
});

addEventListener("message", (event) => event.data === "keep" && event.waitUntil(keep(event.source.url)));

/** The page as it is now if that comes soon, else as it was, else a page that says why there is none. */
function openPage(event) {
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => remember(event.request.url, answer.clone())).catch(() => {}));
  event.respondWith(first(fresh, event.request.url));
}

async function first(fresh, url) {
  const kept = await found(url);
  if (!kept) return fresh.catch(() => caches.match("/offline/", { cacheName: STORE }));
  let late;
  const slow = new Promise((resolve) => (late = setTimeout(() => resolve(null), SIGNAL)));
  const answer = await Promise.race([fresh.catch(() => undefined), slow]);
  clearTimeout(late);
  return answer || dated(kept, answer === null ? "The signal is too weak for this page." : "You have no signal.");
}

/** The site's answer to a form, else a page that says that there is none and leads back to the form. */
async function send(request) {
  try {
    return await fetch(request);
  } catch {
    const page = await caches.match("/offline/sent/", { cacheName: STORE });
    const form = request.referrer.startsWith(location.origin) ? request.referrer : "";
    const text = (await page.text()).replace('href=""', () => `href="${form}"`);
    return new Response(text, { headers: page.headers });
  }
}

async function file(request) {
  const kept = await caches.match(request, { cacheName: STORE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(STORE);
    await cache.put(request, answer.clone());
    await trim(cache, MOST_FILES);
  }
  return answer;
}

/** The page that is open was not fetched through here: fetch it once more, if it may be kept (if not, a 204). */
async function keep(url) {
  if (await found(url)) return;
  await remember(url, await fetch(url, { redirect: "manual", headers: { "X-Keep": "ask" } }));
}

/** Keep a page that the site lets us keep; whatever is another person's than the last answer is thrown away. */
async function remember(url, answer) {
  const reader = answer.headers.get("X-Reader");
  if (!reader) return;
  await forget(PAGES + reader);
  if (!answer.ok || !answer.headers.has("X-Keep")) return;
  const headers = new Headers(answer.headers);
  headers.set(AT, Date.now());
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // of what was on its way
  const cache = await caches.open(PAGES + reader);
  await cache.delete(url);
  await cache.put(url, new Response(await answer.blob(), { headers }));
  await trim(cache, MOST_PAGES);
}

async function found(url) {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(PAGES))) {
    const cache = await caches.open(name);
    await dropOld(cache);
    const kept = await cache.match(url);
    if (kept) return kept;
  }
  return undefined;
}

/** Pages that are too old to be shown are not kept either. */
async function dropOld(cache) {
  for (const each of await cache.keys()) {
    const kept = await cache.match(each);
    if (kept && Date.now() - kept.headers.get(AT) >= OLDEST) await cache.delete(each);
  }
}

/** The page with what is to be said of it at its beginning. */
async function dated(kept, why) {
  const at = new Date(Number(kept.headers.get(AT)));
  const note = `<p class="notice notice--warn no-print" role="status">${why} This is how it was at ${clock(at)} on
    ${night(at)}. <a href="">Try again</a></p>`;
  const text = await kept.text();
  return new Response(
    text.replace(/<main\b[^>]*>/, (main) => main + note),
    { headers: kept.headers },
  );
}

/** As the site writes it: "8.05pm". */
function clock(at) {
  const minutes = at.getMinutes() ? `.${String(at.getMinutes()).padStart(2, "0")}` : "";
  return `${at.getHours() % 12 || 12}${minutes}${at.getHours() < 12 ? "am" : "pm"}`;
}

/** "Mon 23 Nov" */
function night(at) {
  const part = (options) => at.toLocaleDateString("en-GB", options);
  return `${part({ weekday: "short" })} ${at.getDate()} ${part({ month: "short" })}`;
}

/** Throw away everybody's pages and the scorer's, with its names and pass. Scores not sent yet are no page: they stay. */
async function signOut() {
  await Promise.all([forget(), caches.delete(SCORER_PAGES)]);
}

/** Throw away what was kept of everybody, but of whoever is named. */
async function forget(but) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PAGES) && name !== but).map((name) => caches.delete(name)));
}

async function trim(cache, most) {
  const all = await cache.keys();
  await Promise.all(all.slice(0, -most).map((each) => cache.delete(each)));
}
