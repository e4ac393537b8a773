// The page of decks: cards are found while one types, and a tap puts one into the list. Without this the form does it.
"use strict";
(() => {
  const form = document.querySelector("[data-deck]"), typed = form?.querySelector("[data-search]");
  if (!typed) return;
  const found = form.querySelector("[data-found]"), list = form.elements.text;
  const buttons = () => [...found.querySelectorAll("[data-put]")];
  let asked = null, due = 0;

  const search = async () => {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams({ q: typed.value });
    try {
      const answer = await fetch(`${typed.dataset.search}?${query}`, { headers: { accept: "text/html" }, signal: asked.signal });
      if (answer.ok) found.innerHTML = await answer.text();
    } catch { /* a later search, or no network: what is shown stays */ }
  };
  typed.addEventListener("input", (event) => {
    clearTimeout(due);
    if (!event.isComposing) due = setTimeout(search, 120);
  });
  typed.addEventListener("compositionend", () => { clearTimeout(due); due = setTimeout(search, 120); });

  const put = (name) => {
    const lines = list.value.replace(/\s+$/, "").split("\n").filter((line, at, all) => line || all.length > 1);
    const at = lines.findIndex((line) => line.replace(/^\d+ /, "") === name && /^\d+ /.test(line));
    if (at < 0) lines.push(`1 ${name}`);
    else lines[at] = `${parseInt(lines[at], 10) + 1} ${name}`;
    list.value = `${lines.join("\n")}\n`;
    list.scrollTop = at < 0 ? list.scrollHeight : list.scrollTop;
  };
  found.addEventListener("click", (event) => {
    const button = event.target.closest("[data-put]");
    if (!button) return;
    event.preventDefault();
    put(button.value);
  });

  form.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = buttons().indexOf(document.activeElement), inSearch = document.activeElement === typed;
    if (event.key === "Escape" && here >= 0) typed.focus();
    if (event.key === "Enter" && inSearch && !event.isComposing) { event.preventDefault(); clearTimeout(due); search(); }
    if (!way || (!inSearch && here < 0)) return;
    event.preventDefault();
    (here + way < 0 ? typed : buttons()[here + way])?.focus();
  });
})();
