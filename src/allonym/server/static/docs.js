// Shows /openapi.json as a page.
"use strict";

function make(name, text, ...children) {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
}

function curl(path, method, example) {
  const body = JSON.stringify(example);
  return `curl -X ${method} ${location.origin}${path} -H 'Content-Type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
}

function keys(document_, schema) {
  const name = (schema.$ref || "").split("/").pop();
  const found = document_.components.schemas[name];
  if (!found || !found.properties) return [];
  const required = new Set(found.required || []);
  const rows = Object.entries(found.properties).map(([key, value]) =>
    make("tr", "", make("td", "", make("code", key)), make("td", required.has(key) ? "must" : "may"),
      make("td", value.description || value.type || "")));
  return [make("h3", name), make("p", found.description || ""), make("table", "", ...rows)];
}

function show(document_, path, method, operation) {
  const nodes = [make("h2", `${method.toUpperCase()} ${path}`), make("p", operation.description || operation.summary)];
  for (const [kind, body] of Object.entries((operation.requestBody || {}).content || {})) {
    for (const schema of body.schema.oneOf || [body.schema]) nodes.push(...keys(document_, schema));
    if (kind === "application/json")
      for (const example of Object.values(body.examples || {}))
        nodes.push(make("pre", curl(path, method.toUpperCase(), example.value)));
  }
  const rows = Object.entries(operation.responses).map(([status, answer]) =>
    make("tr", "", make("td", "", make("code", status)), make("td", answer.description)));
  nodes.push(make("table", "", ...rows));
  return nodes;
}

async function main() {
  const document_ = await (await fetch("/openapi.json")).json();
  const target = document.getElementById("routes");
  for (const [path, operations] of Object.entries(document_.paths))
    for (const [method, operation] of Object.entries(operations))
      target.append(...show(document_, path, method, operation));
}

main();
