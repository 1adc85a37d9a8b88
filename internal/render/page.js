"use strict";
// Keys: j and k or the arrows go to the next and the previous problem, Escape goes back
// to the text. A click on a marked sentence opens its card.
const cards = [...document.querySelectorAll("aside > ol > li")];
const wide = matchMedia("(min-width: 76rem)");
const byHash = () => cards.find((c) => "#" + c.id === location.hash);
const shown = (e) => e.getClientRects().length > 0;

// mark shows which sentence the open card is about.
function mark() {
  for (const e of document.querySelectorAll(".current")) e.classList.remove("current");
  const card = byHash();
  if (!card) return;
  const pieces = document.querySelectorAll(`[data-ids~="${CSS.escape(card.id)}"]`);
  for (const e of pieces) e.classList.add("current");
  if (pieces.length) pieces[0].scrollIntoView({ block: wide.matches ? "center" : "start" });
  card.focus({ preventScroll: true });
}

function step(by) {
  const problems = cards.filter((c) => c.classList.contains("problem") && shown(c));
  if (!problems.length) return;
  const here = cards.indexOf(byHash());
  const next = by > 0
    ? problems.find((c) => cards.indexOf(c) > here) ?? problems[0]
    : problems.findLast((c) => cards.indexOf(c) < here) ?? problems.at(-1);
  location.hash = next.id;
}

function leave() {
  const back = byHash()?.querySelector("a.back");
  if (!back) return;
  const badge = document.querySelector(`a.badge[href="${CSS.escape(location.hash).replace("\\#", "#")}"]`);
  location.hash = back.hash;
  badge?.focus({ preventScroll: true });
}

addEventListener("hashchange", mark);
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key.startsWith("Arrow") && e.target.closest("[tabindex='0']")) return; // a table that scrolls
  const does = { j: () => step(1), ArrowRight: () => step(1), k: () => step(-1), ArrowLeft: () => step(-1), Escape: leave }[e.key];
  if (!does) return;
  e.preventDefault();
  does();
});
document.querySelector("article").addEventListener("click", (e) => {
  const piece = e.target.closest("[data-ids]");
  if (!piece || e.target.closest("a") || getSelection().toString()) return;
  location.hash = piece.dataset.ids.split(" ")[0];
});
for (const [id, by] of [["previous", -1], ["next", 1]]) {
  document.getElementById(id)?.addEventListener("click", () => step(by));
}
for (const e of document.querySelectorAll("[data-script]")) e.hidden = false;
mark();
