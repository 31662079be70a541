import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { fetchBy } from "./fetch-by.ts";

describe("a fetch by look-ups of its own", () => {
  const server = http.createServer((request, response) => void answer(request, response));
  const looked: string[] = [];
  const ask = fetchBy((name, options, told) => {
    looked.push(name);
    const found = { address: "127.0.0.1", family: 4 };
    if (options.all === true) told(null, [found]);
    else told(null, found.address, found.family);
  });
  let place = "";
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    place = `http://provider.example:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    if (request.url === "/silent") return;
    if (request.url === "/large") return void response.end("x".repeat(2 * 1024 * 1024));
    if (request.url === "/elsewhere") return void response.writeHead(302, { location: "/" }).end();
    const said = { method: request.method, form: await text(request), host: request.headers.host };
    response.writeHead(201, { "content-type": "application/json", "x-said": "yes" });
    response.end(JSON.stringify(said));
  }

  test("has the status, the headers and the body of the answer", async () => {
    const body = new URLSearchParams({ code: "a b" });
    const found = await ask(`${place}/token`, { method: "POST", headers: {}, body });
    assert.deepEqual([found.status, found.headers.get("x-said")], [201, "yes"]);
    assert.deepEqual(await found.json(), {
      method: "POST",
      form: "code=a+b",
      host: new URL(place).host,
    });
    assert.deepEqual(looked, ["provider.example"]);
  });

  test("follows no redirect", async () => {
    const found = await ask(`${place}/elsewhere`, { method: "GET", headers: {} });
    assert.deepEqual([found.status, found.headers.get("location")], [302, "/"]);
  });

  test("throws as fetch does where no answer comes, where it is too large, and where it is ended", async () => {
    const get = (path: string, signal?: AbortSignal) =>
      ask(`${place}${path}`, { method: "GET", headers: {}, ...(signal && { signal }) });
    await assert.rejects(get("/large"), TypeError);
    await assert.rejects(get("/silent", AbortSignal.timeout(20)), { name: "TimeoutError" });
    await assert.rejects(
      ask("http://provider.example:1/", { method: "GET", headers: {} }),
      TypeError,
    );
  });
});
