// Keeps the scorer's page for when there is no signal. The site writes the line `const SHELL = {version, files};` above
// this and serves both as /sw.js.
//
// Knows the page of a match and the files it needs. Never touches anything else: no other page, nothing that is sent,
// no stream. A new version waits until no match is open on this phone; a page is kept with the version that it needs.

const FILES = "scorer-files-";
const PAGES = "scorer-pages";
const SIGNAL = 3000; // ms to wait for a page before the kept one is shown
const KEPT = 8; // pages

const isPage = (url) => url.origin === location.origin && /^\/[^/]+\/[^/]+\/[^/]+\/score\/$/.test(url.pathname);
const isFile = (url) => url.origin === location.origin && /^\/(static|style)\//.test(url.pathname);

addEventListener("install", (event) => {
  const fresh = SHELL.files.map((each) => new Request(each, { cache: "no-cache" }));
  event.waitUntil(caches.open(FILES + SHELL.version).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request, url.pathname));
  else if (isFile(url)) event.respondWith(file(event.request));
});

addEventListener(
  "message",
  (event) => event.data === "keep" && event.waitUntil(keep(new URL(event.source.url).pathname)),
);

/** The page as it is now if that comes soon, else as it was; whatever is no such page is for the browser to show. */
async function page(request, path) {
  const kept = await caches.match(path, { cacheName: PAGES });
  const fresh = fetch(request).then((answer) => (answer.ok ? store(path, answer) : kept || answer));
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), SIGNAL));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function file(request) {
  return (await caches.match(request)) || fetch(request);
}

/** The page that is open was not fetched through here the first time: fetch it once more, to be kept. */
async function keep(path) {
  if (await caches.match(path, { cacheName: PAGES })) return;
  const answer = await fetch(path, { redirect: "manual" });
  if (answer.ok) await store(path, answer);
}

async function store(path, answer) {
  const cache = await caches.open(PAGES);
  await cache.delete(path);
  await cache.put(path, answer.clone());
  return answer;
}

/** Forget old pages, and the files that no page needs any longer. */
async function tidy() {
  const cache = await caches.open(PAGES);
  const paths = await cache.keys();
  await Promise.all(paths.slice(0, -KEPT).map((path) => cache.delete(path)));
  const pages = await Promise.all(paths.slice(-KEPT).map((path) => cache.match(path)));
  const needed = new Set(
    [SHELL.version, ...pages.map((each) => each.headers.get("X-Shell"))].map((name) => FILES + name),
  );
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(FILES) && !needed.has(name)).map((name) => caches.delete(name)),
  );
}
