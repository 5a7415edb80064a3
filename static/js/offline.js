// Has the browser keep the last pages that were read, for a pub without a signal. Every page works as well without.

const WORKER = "/offline/worker.js";

async function start() {
  const { serviceWorker } = navigator;
  const seen = serviceWorker.controller;
  await serviceWorker.register(WORKER, { scope: "/" });
  const { active } = await serviceWorker.ready;
  if (!seen) active.postMessage("keep"); // this page came before the worker did
}

// Not over HTTPS, or switched off: then a page needs a signal, as ever.
if (navigator.serviceWorker) addEventListener("load", () => start().catch(() => {}));

// Whoever signs out leaves nothing that they have typed (kept-form.js) to whoever comes next.
addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") !== "/accounts/logout/") return;
  const names = Object.keys(localStorage).filter((name) => name.startsWith("typed:"));
  names.forEach((name) => localStorage.removeItem(name));
});
