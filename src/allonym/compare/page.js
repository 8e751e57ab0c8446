"use strict";
// Filters by kind, searches, and shows which mentions are of one entity.  Nothing leaves the page.
const rows = [...document.querySelectorAll(".row[data-kinds]")];
const kinds = [...document.querySelectorAll(".kind input")];
const search = document.getElementById("search");
const changed = document.getElementById("changed");
const doubtful = document.getElementById("doubtful");
const shown = document.getElementById("shown");

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const texts = new Map(rows.map((row) => [row, plain(row.textContent)]));

function update() {
  const wanted = new Set(kinds.filter((box) => box.checked).map((box) => box.value));
  const word = plain(search.value.trim());
  let count = 0;
  for (const row of rows) {
    const own = row.dataset.kinds.split(" ").filter(Boolean);
    const fits = !changed.checked || own.some((kind) => wanted.has(kind));
    const asked = !doubtful.checked || row.querySelector(".doubt") !== null;
    row.hidden = !fits || !asked || (word !== "" && !texts.get(row).includes(word));
    count += row.hidden ? 0 : 1;
  }
  for (const mark of document.querySelectorAll(".row mark")) {
    const kind = [...mark.classList].find((name) => name.startsWith("k-")).slice(2);
    mark.classList.toggle("off", !wanted.has(kind));
  }
  const narrowed = word !== "" || doubtful.checked || wanted.size < kinds.length;
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = narrowed && section.querySelector(".row[data-kinds]:not([hidden])") === null;
  }
  shown.textContent = `${count} of ${rows.length} lines`;
}

function follow(event) {
  const entity = event.target.dataset ? event.target.dataset.entity : "";
  const section = event.target.closest ? event.target.closest("section") : null;
  for (const mark of document.querySelectorAll("mark.same")) mark.classList.remove("same");
  if (!entity || !section) return;
  for (const mark of section.querySelectorAll("mark")) {
    mark.classList.toggle("same", mark.dataset.entity === entity);
  }
}

for (const box of [...kinds, changed, doubtful]) box.addEventListener("change", update);
search.addEventListener("input", update);
document.querySelector(".tools").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("print").addEventListener("click", () => window.print());
document.querySelector("main").addEventListener("click", follow);
for (const link of document.querySelectorAll(".doubts a")) {
  link.addEventListener("click", () => {
    const row = document.querySelector(link.getAttribute("href"));
    if (row) row.hidden = false;
  });
}
update();
