// Scores of matches that are being played, on a page that names them: every [data-live] shows what the page would say now,
// or what another page says of the same matches, [data-live-source].

const EVERY = 20000; // ms

const scores = (page) => [...page.querySelectorAll("[data-live]")];

async function look() {
  if (document.hidden) return;
  const other = document.querySelector("[data-live-source]");
  const asked = other ? [other.dataset.liveSource, { headers: { "HX-Request": "true" } }] : [location.href, {}];
  const answer = await fetch(asked[0], { cache: "no-cache", ...asked[1] }).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = new Map(scores(fresh).map((each) => [each.dataset.live, each.textContent]));
  for (const each of scores(document)) {
    const words = now.get(each.dataset.live);
    if (words !== undefined && words !== each.textContent) each.textContent = words;
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
