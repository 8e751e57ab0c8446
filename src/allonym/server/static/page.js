// The page with two panes.  Nothing is stored: text, result and token live in this page only.
"use strict";

const at = (id) => document.getElementById(id);
const form = at("form");
const original = at("original");
const result = at("result");
const runs = at("run");
const copy = at("copy");

function say(text, bad = false) {
  at("status").textContent = text;
  at("status").classList.toggle("bad", bad);
}

function headers(more = {}) {
  const token = at("token").value.trim();
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

// Return an answer's JSON; an error becomes an Error with the server's own sentence.
async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: headers(options.headers) });
  const body = await response.json().catch(() => ({}));
  if (response.status === 401 || response.status === 403) at("token-label").hidden = false;
  if (!response.ok) throw new Error(body.detail || `the server answered ${response.status}`);
  return body;
}

function fill(select, values, chosen = "") {
  for (const [value, name] of values) select.add(new Option(name, value, false, value === chosen));
}

async function loadOptions() {
  if (at("profile").options.length) return;
  const options = await ask("/v1/options");
  fill(at("language"), options.languages.map((l) => [l.code, `${l.name} (${l.code})`]));
  fill(at("method"), options.methods.map((m) => [m, m]));
  fill(at("profile"), [["", "the server's own"], ...options.profiles.map((p) => [p, p])]);
}

async function run() {
  if (runs.disabled) return;
  runs.disabled = true;
  copy.disabled = true;
  result.value = "";
  say("Working …");
  const began = performance.now();
  const language = at("language").value;
  const wanted = { text: original.value };
  if (language !== "auto") wanted.lang = language;
  if (at("format").value) wanted.format = at("format").value;
  if (at("method").value) wanted.method = at("method").value;
  if (at("profile").value) wanted.profile = at("profile").value;
  try {
    await loadOptions();
    const answer = await ask("/anonymize", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    result.value = answer.anonymized_text;
    copy.disabled = false;
    say(`Done in ${((performance.now() - began) / 1000).toFixed(1)} s. Read it before you pass it on.`);
  } catch (error) {
    say(error instanceof TypeError ? "The server cannot be reached." : error.message, true);
  } finally {
    runs.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
});
at("token").addEventListener("change", () => loadOptions().then(() => say(""), (e) => say(e.message, true)));
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(result.value);
    say("Copied.");
  } catch {
    result.select();
    say("Press Ctrl+C to copy.");
  }
});
loadOptions().catch((error) => say(error.message, true));
