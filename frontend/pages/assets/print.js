// Offers to print the page.
"use strict";

(() => {
  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => print());
})();
