import assert from "node:assert/strict";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, test, type TestContext } from "node:test";
import { fastify } from "fastify";
import { until } from "../../test/harness/until.ts";
import { createOperatorServer } from "./server.ts";

/** A listener whose API answers `loaded` to any path, and fails to load as often as `failures` says. */
async function openListener(t: TestContext, failures = 0) {
  const seen = { loads: 0, faults: 0, alive: async () => {} };
  const server = createOperatorServer({
    idleLimitMs: 5_000,
    machines: new Map([
      [
        "/livez",
        async () => {
          await seen.alive();
          return { status: 200, type: "text/plain", text: "älive" };
        },
      ],
    ]),
    load: async () => {
      seen.loads += 1;
      if (seen.loads <= failures) throw new Error("no memory");
      const api = fastify();
      api.all("*", async () => "loaded");
      return api;
    },
    reportFault: () => {
      seen.faults += 1;
    },
  });
  await server.listen({ host: "localhost", port: 0 });
  t.after(async () => {
    server.http.closeAllConnections();
    server.http.close();
    await server.close();
  });
  const { address: host, port } = server.http.address() as AddressInfo;
  const ask = (path: string, order?: RequestInit) =>
    fetch(`http://localhost:${port}${path}`, order);
  return { server, seen, host, port, ask };
}

describe("the operators' listener", () => {
  test("answers machines without the API, and loads it once for whoever asks first", async (t) => {
    const { seen, ask } = await openListener(t);
    const alive = await ask("/livez?verbose", { headers: { "x-forwarded-proto": "https" } });
    assert.equal(await alive.text(), "älive");
    assert.equal(alive.headers.get("content-length"), "6");
    assert.equal(alive.headers.get("x-content-type-options"), "nosniff");
    assert.equal(alive.headers.get("strict-transport-security"), "max-age=31536000");
    const head = await ask("/livez", { method: "HEAD" });
    assert.deepEqual([await head.text(), head.headers.get("content-length")], ["", "6"]);
    assert.equal(seen.loads, 0);
    const answers = await Promise.all(["/", "/operator/v1/accounts"].map((path) => ask(path)));
    assert.deepEqual(await Promise.all(answers.map((each) => each.text())), ["loaded", "loaded"]);
    assert.equal(await (await ask("/livez", { method: "POST", body: "{}" })).text(), "loaded");
    assert.equal(await (await ask("/livez")).text(), "älive");
    assert.equal(seen.loads, 1);
  });

  test("loads the API before anybody asks, once", async (t) => {
    const { server, seen, ask } = await openListener(t, 1);
    server.loadAhead();
    assert.equal(seen.loads, 1);
    await until(() => seen.faults === 1);
    server.loadAhead();
    server.loadAhead();
    assert.equal(await (await ask("/")).text(), "loaded");
    assert.equal(seen.loads, 2);
  });

  test("tries again to load the API after it could not be loaded", async (t) => {
    const { seen, ask } = await openListener(t, 1);
    const refused = await ask("/");
    assert.deepEqual([refused.status, await refused.json()], [503, { status: "unavailable" }]);
    assert.equal(await (await ask("/")).text(), "loaded");
    assert.deepEqual([seen.loads, seen.faults], [2, 1]);
  });

  test("says 503 to a machine whose answer cannot be made", async (t) => {
    const { seen, ask } = await openListener(t);
    seen.alive = () => Promise.reject(new Error("dead"));
    const answer = await ask("/livez");
    assert.deepEqual([answer.status, await answer.json()], [503, { status: "unavailable" }]);
  });

  test("ends the connection of a machine that has not sent its body, and leaves ambiguity to the API", async (t) => {
    const { host, port } = await openListener(t);
    const send = async (head: string) => {
      const socket = connect(port, host);
      socket.write(`GET /livez HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`);
      return text(socket);
    };
    assert.match(await send("Content-Length: 9\r\n"), /connection: close.*älive$/is);
    assert.match(await send("Host: other\r\nConnection: close\r\n"), /loaded$/);
  });
});
