import assert from "node:assert/strict";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { acmePath, openDesk, type Desk } from "../harness/operator-api.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";

const account = "acme/production";
const many = 1_200;

let service: TestService;
let desk: Desk;
before(async () => {
  const bookings = Array.from({ length: many }, (_, index) => booking(`CUST-${index}`));
  service = await startTestService([acmeWith(bookings)]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

const runOver = (server: string, ...words: string[]) =>
  runCommandHere("", [...words, "--server", server], { env: { BOOKING_KEY: desk.key } });
const linesOf = (text: string) => text.trimEnd().split("\n");

describe("a command that streams over the operator API", () => {
  test("--follow goes on behind the last line where its connection breaks, with none twice or lost", async () => {
    const whole = await runCommandHere(service.databaseUrl, ["changes", account, "--from-start"]);
    const expected = linesOf(whole.out);
    assert.ok(expected.length >= many);
    await using proxy = await startFaultProxy(service.operator);
    let portions = 0;
    proxy.meet(({ from }) => {
      if (from === "service") return "pass";
      portions += 1;
      // Before the first answer, within one, between two and after the last one of them.
      return [1, 3, 8, 9, 15].includes(portions) ? "cut" : "pass";
    });
    const words = ["changes", account, "--from-start", "--follow", "--limit", String(many)];
    const followed = await runOver(proxy.url, ...words);
    assert.equal(followed.status, 0, followed.err);
    assert.deepEqual(linesOf(followed.out), expected.slice(0, many));
    assert.match(followed.err, /^http:.* does not answer: .*\. Trying again\.$/m);
    assert.ok(portions > 15, String(portions));
    // Without --follow it ends, and what it printed are whole lines.
    proxy.meet(({ from }) => (from === "database" && (portions += 1) % 6 === 0 ? "cut" : "pass"));
    const once = await runOver(proxy.url, "changes", account, "--from-start");
    assert.equal(once.status, 1, once.err);
    const printed = once.out === "" ? [] : linesOf(once.out);
    assert.deepEqual(printed, expected.slice(0, printed.length));
  });

  test("a broken export exits 1, wherever it breaks", async () => {
    const whole = await runOver(service.operator, "export", account);
    assert.equal(whole.status, 0, whole.err);
    assert.match(whole.err, /^Exported \d+ lines\.\n\{"cursor":"[^"]+"\}\n$/);
    await using proxy = await startFaultProxy(service.operator);
    for (const cutAt of [1, 2, 3]) {
      let portions = 0;
      proxy.meet(({ from }) => (from === "database" && ++portions === cutAt ? "cut" : "pass"));
      const broken = await runOver(proxy.url, "export", account);
      assert.equal(broken.status, 1, broken.err);
      assert.match(broken.err, /does not answer/);
      assert.doesNotMatch(broken.err, /Exported/);
      assert.ok(whole.out.startsWith(broken.out) && broken.out.length < whole.out.length);
    }
    // A proxy that ends an answer as if it were whole.
    await using short = await startServer((_request, response) => response.end(whole.out));
    const cut = await runOver(short.url, "export", account);
    assert.deepEqual([cut.status, cut.err], [1, "The export broke off: it is not whole.\n"]);
  });

  test("an import whose answer is lost is followed by its job, and imported once", async () => {
    await using proxy = await startFaultProxy(service.operator);
    let isLost = false;
    proxy.meet(({ from, text }) => {
      if (from === "service" || isLost || !text.startsWith("HTTP/1.1 202")) return "pass";
      isLost = true;
      return "cut";
    });
    const input = `${JSON.stringify({ kind: "group", unique_key: "late", display_name: "Late" })}\n`;
    const env = { BOOKING_KEY: desk.key };
    const words = ["import", account, "-", "--json", "--server", proxy.url];
    const { status, err, json } = await runCommandHere("", words, { input, env });
    assert.equal(status, 0, err);
    assert.ok(isLost);
    assert.deepEqual(json.created, { group: 1 });
    const { json: listed } = await desk.ask("GET", `${acmePath}/imports`);
    assert.equal(listed.items.length, 1);
    // The same file under the id of its job is not imported again.
    const [{ import: id }] = listed.items;
    const type = { "content-type": "application/x-ndjson" };
    const again = await desk.ask("POST", `${acmePath}/imports?import=${id}`, input, type);
    assert.deepEqual([again.status, again.json.import, again.json.state], [202, id, "done"]);
    assert.equal((await desk.ask("GET", `${acmePath}/imports`)).json.items.length, 1);
  });

  test("a large import that is refused at its head says why, and a busy service gets it later", async () => {
    const large = `${"#".repeat(1023)}\n`.repeat(8 * 1024);
    const run = (name: string, url: string) =>
      runCommandHere("", ["import", name, "-", "--server", url], {
        input: large,
        env: { BOOKING_KEY: desk.key },
      });
    const unknown = await run("none/production", service.operator);
    assert.deepEqual([unknown.status, unknown.out], [1, ""]);
    assert.match(unknown.err, /^There is no account none\/production/);
    let refused = 0;
    await using server = await startServer((request, response) => {
      if (request.method !== "POST" || refused > 0) return pass(request, response);
      refused += 1;
      const headers = { "retry-after": "1", connection: "close" };
      response.writeHead(429, headers).end(JSON.stringify({ detail: "Wait." }));
    });
    const later = await run(account, server.url);
    assert.equal(later.status, 0, later.err);
    assert.equal(later.err, "Wait. Trying again in 1 s.\n");
    assert.match(later.out, /^Read \d+ lines?\.$/m);
  });

  test("a service that is busy is asked again after its Retry-After", async () => {
    const busy = {
      detail: "Wait until one of those has ended.",
      type: "urn:x:too-many-long-reads",
    };
    const answers = [busy, busy];
    const asked: number[] = [];
    await using server = await startServer((request, response) => {
      asked.push(performance.now());
      const refusal = answers.pop();
      if (refusal === undefined) return void forward(request, response);
      response.writeHead(429, { "retry-after": "1" }).end(JSON.stringify(refusal));
    });
    const { status, err, json } = await runOver(server.url, "verify", account, "--json");
    assert.equal(status, 0, err);
    assert.deepEqual(json.breaches, []);
    assert.equal(asked.length, 3);
    assert.ok((asked[2] ?? 0) - (asked[0] ?? 0) >= 1_990);
    const said = "Wait until one of those has ended. Trying again in 1 s.\n";
    assert.equal(err, said.repeat(2));
    // Nobody waits for a good key.
    answers.push({ ...busy, type: "urn:booking-service:problem:too-many-attempts" });
    assert.equal((await runOver(server.url, "verify", account)).status, 1);
    assert.equal(asked.length, 4);
  });
});

/** Passes a request on as it is. */
function pass(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request;
  const to = ask(new URL(url ?? "", service.operator), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  request.pipe(to);
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(new URL(request.url ?? "", service.operator), {
    method: request.method ?? "GET",
    headers: { authorization: `Bearer ${desk.key}` },
  });
  response.writeHead(answer.status).end(await answer.text());
}

async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
