#!/usr/bin/env bash
# openapi-backend 5.21.2 names OpenAPI 3.1 as supported. A document of 3.1 whose schema has a list of types
# (`"type": ["string", "null"]`, the only way to say "nullable" in 3.1) makes it print "not valid OpenAPI" and go on: every
# operation of the document, also those that do not use the schema, is then answered as not found.
# Matters to: mocks of an API that are made from its document. `quick: true` skips the check and serves the document.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund openapi-backend@5.21.2 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { OpenAPIBackend } from "openapi-backend";
const get = (operationId, schema) => ({
  get: { operationId, responses: { 200: { description: "Answer", content: { "application/json": { schema } } } } },
});
const ask = async (type, options) => {
  const definition = {
    openapi: "3.1.0",
    info: { title: "Bookings", version: "1" },
    paths: { "/bookings": get("bookings", { type: "object", properties: { ends: { type } } }), "/health": get("health", { type: "string" }) },
  };
  const api = new OpenAPIBackend({ definition, ...options });
  api.register({ bookings: () => "found", health: () => "found", notFound: () => "not found" });
  await api.init();
  const answers = ["/bookings", "/health"].map((path) => api.handleRequest({ method: "GET", path, headers: {} }));
  console.log(JSON.stringify(type), JSON.stringify(options), (await Promise.all(answers)).join(", "));
};
await ask("string", {});
await ask(["string", "null"], {});
await ask(["string", "null"], { quick: true });
JS
seen=$(node ask.mjs 2>said | grep -E '^("string"|\[)')
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
"string" {} found, found
["string","null"] {} not found, not found
["string","null"] {"quick":true} found, found
SEEN
