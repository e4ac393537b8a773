// What may be picked just now, and declaring it: shared by the pictures on which it is lit, the board and the places.
"use strict";
globalThis.takusen = {};
takusen.picking = (() => {
  const { base, lang } = document.body.dataset;
  const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
  const filled = (text, params) => text.replace(/\{(\w+)\}/g, (_, name) => params[name]);

  // A choice: whether it can't be taken and why, whether it is taken, and how to take it.
  function choicesIn(box) {
    const found = new Map();
    box.querySelectorAll("option[value]:not([value=''])").forEach((one) => found.set(one.value, {
      why: one.disabled ? one.closest("optgroup")?.label || one.label : undefined, chosen: one.selected, take: () => taken(one),
    }));
    box.querySelectorAll("input[type=radio], input[type=checkbox]").forEach((one) => found.set(one.value, {
      chosen: one.checked, take: () => one.click(),
    }));
    box.querySelectorAll("[data-choice]").forEach((one) => found.set(one.dataset.choice, {
      why: whyNot(one), chosen: one.hasAttribute("aria-current"), take: () => one.click(),
    }));
    return found;
  }
  // The sentence that stands once beside all that it refuses.
  function whyNot(one) {
    if (one.disabled) return one.querySelector("small")?.textContent || "";
    return one.hasAttribute("aria-disabled") ? one.parentElement.querySelector("[data-reason]")?.textContent || "" : undefined;
  }
  function taken(option) {
    const select = option.parentElement.closest("select");
    select.value = option.value;
    if (select.closest("#compose")) select.dispatchEvent(new Event("change", { bubbles: true }));
    else select.form.requestSubmit();
  }
  const litBy = (choice) => choice.why !== undefined ? "shut" : choice.chosen ? "chosen" : "open";
  const mark = (node, lit) => { if (lit) node.dataset.lit = lit; else delete node.dataset.lit; };
  const legend = (box) => box.querySelector("legend")?.firstChild?.textContent || box.querySelector(".question")?.textContent || "";
  // The pick or prompt that is open; `stands` tells whether a value is in the picture.
  function openBox(stands) {
    const drawn = (box) => [...choicesIn(box).keys()].some(stands);
    const ask = [...document.querySelectorAll("#p-prompt .ask[data-asked]")].find(drawn);
    if (ask) return ask;
    const compose = document.getElementById("compose"), next = compose?.querySelector(".next");
    if (next) return drawn(next) ? next.querySelector("[data-pick]") : null;
    return [...(compose?.querySelectorAll("[data-pick]") || [])].filter(drawn).pop() || null;
  }
  function picksOn(stands) {
    const box = openBox(stands), choices = box && choicesIn(box);
    const left = box && [...choices].some(([value, choice]) => stands(value) && !choice.chosen);
    document.querySelectorAll("[data-to-board]").forEach((button) => { button.hidden = !(left && box.contains(button)); });
    return box && { choices, area: Number(box.dataset.area || 0), name: legend(box), asked: box.matches(".ask") };
  }

  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  // The choices of an act's next pick, once those before it are made.
  async function offered(made, pick) {
    const answer = await fetch(`${base}/compose?${new URLSearchParams({ ...made, lang })}`).catch(() => null);
    const box = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(`[data-pick=${pick}]`);
    return box ? choicesIn(box) : null;
  }
  // Sends a command; gives the sentence that says why not. Where a pick is missing the act is composed with the others.
  async function declared(fields) {
    const answer = await fetch(`${base}/do?lang=${lang}`, {
      method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams(fields),
    }).catch(() => null);
    if (answer?.ok) return "";
    const told = answer ? await answer.json().catch(() => ({ text: words.failed })) : { text: words.offline };
    if (told.refused === "missing_pick") {
      const { do: _, token, ...made } = fields;
      document.dispatchEvent(new CustomEvent("takusen:compose", { detail: new URLSearchParams(made).toString() }));
    }
    return told.text;
  }
  return { words, filled, litBy, mark, fresh, picksOn, offered, declared };
})();
