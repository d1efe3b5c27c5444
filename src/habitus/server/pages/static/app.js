// What makes the pages quicker. Every page works without it.
//   data-live="/path"      is asked for again when the server says that something has changed, and every few seconds
//   data-rows              j and k move, x ticks, Enter opens; a key on a button (data-key) presses it for the row at hand
//   data-all="name"        ticks all boxes of that name
//   data-send              sends its form when it is changed
//   time[datetime]         is shown in the reader's own time zone
"use strict";
(() => {
  const LIVE_SECONDS = 5, QUIET_MILLISECONDS = 300, LONGEST_WAIT_SECONDS = 60;
  const PLACE = `row ${location.pathname}`;

  const times = (root) => root.querySelectorAll("time[datetime]").forEach((one) => {
    const at = new Date(one.dateTime);
    if (isNaN(at)) return;
    const two = (n) => String(n).padStart(2, "0");
    one.textContent = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
    one.title = at.toLocaleString(document.documentElement.lang);
  });

  // ── rows ──
  const rows = () => [...document.querySelectorAll("[data-rows] > *")];
  const place = () => rows().findIndex((one) => one.classList.contains("at"));
  const mark = (n, takesFocus) => {
    const all = rows(), next = all[Math.max(0, Math.min(all.length - 1, n))];
    if (!next) return;
    all.forEach((one) => one.classList.toggle("at", one === next));
    next.scrollIntoView({ block: "nearest" });
    if (takesFocus) (next.querySelector("a, button, summary") ?? next).focus({ preventScroll: true });
  };
  const press = (button) => { sessionStorage.setItem(PLACE, place()); button.click(); };

  // ── live parts ──
  const words = (node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("time").forEach((one) => one.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const refresh = async (part) => {
    const focused = document.activeElement, isInside = part.contains(focused);
    if (document.hidden || isInside && focused.matches("input:not([type=checkbox]), textarea, select")) return;
    const address = new URL(part.dataset.live, location.href);
    address.searchParams.set("part", "list");
    let answer;
    try { answer = await fetch(address); } catch { return; }
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === part.dataset.last) return;
    const draft = document.createElement("template");
    draft.innerHTML = text; // from our own server, escaped there
    const isFirst = part.dataset.last === undefined;
    part.dataset.last = text;
    if (isFirst && words(draft.content) === words(part)) return;
    const ticked = new Set([...part.querySelectorAll("input:checked")].map((one) => one.value));
    const open = [...part.querySelectorAll("details")].map((one) => one.open), was = place();
    part.replaceChildren(draft.content);
    part.querySelectorAll("input[type=checkbox]").forEach((one) => { one.checked = ticked.has(one.value); });
    part.querySelectorAll("details").forEach((one, n) => { if (open[n] !== undefined) one.open = open[n]; });
    times(part);
    if (was >= 0) mark(was, isInside);
  };
  const lives = [...document.querySelectorAll("[data-live]")];
  if (lives.length) {
    let waiting = null;
    const all = () => { waiting = null; lives.forEach(refresh); };
    const soon = () => { waiting ??= setTimeout(all, QUIET_MILLISECONDS); };
    setInterval(all, LIVE_SECONDS * 1000);
    const listen = (wait) => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
      socket.onopen = () => { wait = 1; socket.send(JSON.stringify({ id: 1, method: "events.subscribe", params: {} })); };
      socket.onmessage = (message) => { if ("event" in JSON.parse(message.data)) soon(); };
      socket.onclose = () => setTimeout(() => listen(Math.min(wait * 2, LONGEST_WAIT_SECONDS)), wait * 1000);
    };
    listen(1);
  }

  // ── keys ──
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    const at = document.querySelector("[data-rows] > .at");
    if (event.key === "j") mark(place() + 1, true);
    else if (event.key === "k") mark(place() - 1, true);
    else if (event.key === "/") { document.querySelector("input[type=search]")?.focus(); event.preventDefault(); }
    else if (event.key === "?") document.getElementById("keys")?.toggleAttribute("open");
    else if (event.key === "x" && at) { const box = at.querySelector("input[type=checkbox]"); if (box) box.checked = !box.checked; }
    else if (event.key === "Enter" && at && !event.target.matches("a, button, summary")) at.querySelector("a")?.click();
    else if (at && event.key.length === 1) { const button = at.querySelector(`[data-key="${CSS.escape(event.key)}"]:not([disabled])`); if (button) press(button); }
  });

  document.addEventListener("change", (event) => {
    const name = event.target.dataset?.all;
    if (name) document.querySelectorAll(`input[name="${CSS.escape(name)}"]`).forEach((one) => { one.checked = event.target.checked; });
    if (event.target.dataset?.send !== undefined) event.target.form.requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    const sure = event.submitter?.dataset.sure;
    if (sure && !confirm(sure)) event.preventDefault();
  });

  times(document);
  document.querySelector(".side [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); // the menu of a narrow screen is one line
  const was = sessionStorage.getItem(PLACE); // where the keys were before the page came again
  sessionStorage.removeItem(PLACE);
  if (was !== null && rows().length) mark(Number(was), true);
})();
