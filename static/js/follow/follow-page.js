// On the page of a follow: has the browser remember it (`data-follows`), or forget it (`data-over`).

import { forget, remember } from "./memory.js";

const here = document.querySelector("[data-follows], [data-over]");

if (here?.dataset.follows) remember(here.dataset.follows, location.pathname);
else if (here) forget(here.dataset.over || location.pathname);
