// Loads the address in data-next of the page after data-wait milliseconds: the pub's screen while it shows a code, and
// where its browser cannot run the module that turns the slides. So this is no module, and in words that televisions
// of 2015 know (ES5). Where the site does not answer the page stays, and is tried again: nobody is there to reload it.

(function (page) {
  function later() {
    setTimeout(turn, Number(page.getAttribute("data-wait")));
  }

  function turn() {
    if (page.hasAttribute("data-turns")) return; // the module does it
    ask(new XMLHttpRequest(), page.getAttribute("data-next"));
  }

  function ask(asked, next) {
    asked.open("GET", next);
    asked.timeout = 10000;
    asked.ontimeout = asked.onerror = later;
    asked.onload = function () {
      if (asked.status === 200) location.replace(next);
      else later();
    };
    asked.send();
  }

  later();
})(document.documentElement);
