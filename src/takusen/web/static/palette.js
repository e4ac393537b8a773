// The chat palette: a tap puts a line into the chat box, a second tap or the arrow sends it. Without this the lines send at once.
"use strict";
(() => {
  const { base, lang } = document.body.dataset;
  const section = document.getElementById("p-palette"), box = document.getElementById("say-text");
  if (!section || !box) return;
  const panel = () => document.getElementById("palette");
  const rows = () => [...section.querySelectorAll("li.pline:not([hidden]) .line")];
  const FOCUSABLE = "button, input, select, summary, a";
  const fine = matchMedia("(pointer: fine)").matches; // a finger's tap must not bring up the keyboard
  let put = "", at = 0, last = null;

  // into the box --------------------------------------------------------------------------------------------------
  function into(line) {
    const typed = box.value.trim();
    box.value = typed && typed !== put ? `${line} ${typed}` : line;
    put = box.value;
    const speaker = box.form.querySelector("[name=name]"), own = box.form.querySelector("[name=channel][value=in]");
    if (speaker) speaker.value = panel().dataset.name;
    if (own) own.checked = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (fine || /[-+=^]$/.test(line)) box.focus({ preventScroll: true });
    if (document.activeElement === box) box.setSelectionRange(box.value.length, box.value.length);
  }
  section.addEventListener("click", (event) => {
    const line = event.target.closest("[data-into]");
    if (!line) return;
    event.preventDefault();
    const again = line === last && event.timeStamp - at < 500 && event.detail > 1;
    last = line;
    at = event.timeStamp;
    if (again) sendNow(line);
    else into(line.value);
  });
  function sendNow(line) {
    if (box.value === put) { box.value = ""; box.dispatchEvent(new Event("input", { bubbles: true })); }
    put = "";
    line.form.requestSubmit(line.parentElement.querySelector(".go"));
  }

  // finding -------------------------------------------------------------------------------------------------------
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  function find(wanted) {
    for (const row of section.querySelectorAll("li.pline")) row.hidden = !!wanted && !plain(row.textContent).includes(wanted);
    for (const group of section.querySelectorAll("details.palette-group:not(.names)")) {
      if (group.dataset.was === undefined) group.dataset.was = group.open ? "open" : "";
      group.hidden = !!wanted && !group.querySelector("li.pline:not([hidden])");
      group.open = wanted ? true : group.dataset.was === "open";
      if (!wanted) delete group.dataset.was;
    }
  }
  section.addEventListener("input", (event) => { if (event.target.type === "search") find(plain(event.target.value)); });
  section.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-palette-search]")) return;
    event.preventDefault();
    event.stopPropagation();
    const first = rows()[0];
    if (first && section.querySelector("[type=search]").value) into(first.value);
  });
  section.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || event.target.tagName === "SELECT") return;
    const all = rows().filter((line) => line.offsetParent), here = all.indexOf(event.target.closest("li")?.querySelector(".line"));
    const next = all[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  });

  // as it stands now ----------------------------------------------------------------------------------------------
  let asked = 0, soon = 0, shown = null;
  async function fresh(entity) {
    const number = ++asked;
    const answer = await fetch(`${base}/palette?palette=${encodeURIComponent(entity || panel()?.dataset.entity || "")}&lang=${lang}`).catch(() => null);
    const html = answer?.ok ? await answer.text() : shown;
    if (html === shown || number !== asked) return;
    shown = html;
    const open = panel()?.open, same = !entity || entity === panel()?.dataset.entity, kept = same ? asItIs() : null;
    section.innerHTML = html;
    if (open) panel()?.setAttribute("open", "");
    kept?.();
  }
  // What is open, searched for, scrolled to and in focus; gives what puts it back. Morphing would take long with many lines.
  function asItIs() {
    const folds = [...section.querySelectorAll("details[id]")].map((one) => [one.id, one.dataset.was === undefined ? one.open : one.dataset.was === "open"]);
    const wanted = section.querySelector("[type=search]")?.value || "", top = section.querySelector(".palette-box")?.scrollTop;
    const held = section.contains(document.activeElement) ? document.activeElement : null;
    const at = [...section.querySelectorAll(FOCUSABLE)].indexOf(held), caret = held?.type === "search" ? held.selectionStart : null;
    return () => {
      for (const [id, open] of folds) document.getElementById(id)?.toggleAttribute("open", open);
      const search = section.querySelector("[type=search]");
      if (wanted && search) { search.value = wanted; find(plain(wanted)); }
      const box = section.querySelector(".palette-box"), focus = section.querySelectorAll(FOCUSABLE)[at];
      if (box) box.scrollTop = top;
      focus?.focus({ preventScroll: true });
      if (caret !== null) focus?.setSelectionRange(caret, caret);
    };
  }
  const later = (wait) => { clearTimeout(soon); soon = setTimeout(() => fresh(), wait); };
  let stale = false;
  document.addEventListener("takusen:changed", () => { if (panel()?.open !== false) later(200); else stale = true; });
  document.addEventListener("takusen:sent", (event) => { if (event.detail === "set_palette") later(0); });
  section.addEventListener("toggle", (event) => { if (event.target.id === "palette" && event.target.open && stale) { stale = false; fresh(); } }, true);
  section.addEventListener("change", (event) => {
    if (event.target.name !== "palette") return;
    fresh(event.target.value);
  });
})();
