#!/usr/bin/env bash
# express-openapi-validator 5.6.2 answers 400 "must be url encoded" to a query whose value has a raw colon, comma or at sign, although
# RFC 3986, 3.4, allows them there. A time (`10:00:00Z`) always has a colon, and axios 1.21.1 sends colons raw: the list that fetch
# with URLSearchParams is given, axios is refused. With `allowReserved: true` in the document both are answered.
# Matters to: mocks and services that check a request for the bookings from a day on against the document.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund express-openapi-validator@5.6.2 express@5.3.0 axios@1.21.1 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import axios from "axios";
import express from "express";
import { middleware } from "express-openapi-validator";
const parameter = (name, format, allowReserved) => ({ name, in: "query", allowReserved, schema: { type: "string", format } });
const list = (allowReserved) => ({
  get: { parameters: [parameter("from", "date-time", allowReserved), parameter("contact", undefined, allowReserved)], responses: { 200: { description: "Answer" } } },
});
const apiSpec = { openapi: "3.0.3", info: { title: "Bookings", version: "1" }, paths: { "/bookings": list(false), "/reserved": list(true) } };
const app = express();
app.use(middleware({ apiSpec }));
app.use((request, response) => response.json({ from: request.query.from }));
app.use(({ status, message }, _request, response, _next) => response.status(status).json({ message }));
const server = app.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const query = { from: "2031-05-02T10:00:00Z" };
  const show = (name, status, body) => console.log(`${name}: ${status} ${JSON.stringify(body)}`);
  const byFetch = async (name, path) => { const answer = await fetch(base + path); show(name, answer.status, await answer.json()); };
  const byAxios = async (name, path) => { const { status, data } = await axios.get(base + path, { params: query, validateStatus: null }); show(name, status, data); };
  await byFetch("fetch", `/bookings?${new URLSearchParams(query)}`);
  await byAxios("axios", "/bookings");
  await byFetch("raw contact", "/bookings?contact=ann@example.com");
  await byAxios("axios, allowReserved", "/reserved");
  server.close();
});
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
fetch: 200 {"from":"2031-05-02T10:00:00Z"}
axios: 400 {"message":"Parameter 'from' must be url encoded. Its value may not contain reserved characters."}
raw contact: 400 {"message":"Parameter 'contact' must be url encoded. Its value may not contain reserved characters."}
axios, allowReserved: 200 {"from":"2031-05-02T10:00:00Z"}
SEEN
