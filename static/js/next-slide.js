// Loads the address in data-next of the page after data-wait milliseconds: the pub's screen while it shows a code, and
// where its browser knows no modules. So this is no module, and in words that old televisions know.

setTimeout(
  function () {
    location.replace(document.documentElement.getAttribute("data-next"));
  },
  Number(document.documentElement.getAttribute("data-wait")),
);
