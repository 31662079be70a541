import assert from "node:assert/strict";
import { request as send } from "node:http";
import { after, before, describe, test } from "node:test";
import { acmePath, openDesk, type Desk } from "../harness/operator-api.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const guests = ["ADA", "FINN", "NORA"].map((name) => booking(name));

describe("a key that is revoked while its request goes on", () => {
  let service: TestService;
  let admin: Desk;
  before(async () => {
    service = await startTestService([acmeWith(guests)]);
    admin = await openDesk(service);
  });
  after(() => service[Symbol.asyncDispose]());

  /** A key of its own, and how to end it. */
  async function makeKey(scope: string, name = `gone-${scope}`) {
    const made = await admin.ask("POST", "/operators", { name, scopes: [scope] });
    assert.equal(made.status, 201, made.text);
    const revoke = async () => {
      assert.equal((await admin.ask("POST", `/operators/${name}/revoke`)).status, 200);
    };
    return { key: String(made.json.key), revoke };
  }

  /** Begins a request with a body that is not whole yet. */
  function begin(key: string, path: string, type: string) {
    const url = new URL(`/operator/v1${path}`, service.operator);
    const request = send(url, {
      method: "POST",
      headers: { host: "localhost", authorization: `Bearer ${key}`, "content-type": type },
    });
    const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
      request.once("error", reject);
      request.once("response", (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece) => (text += piece));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      });
    });
    return { request, answered };
  }

  const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
  const exported = async () => (await admin.ask("GET", `${acmePath}/export`)).text;

  test("imports nothing of the file that was on its way", async () => {
    const { key, revoke } = await makeKey("import");
    const before = await exported();
    const { request, answered } = begin(key, `${acmePath}/imports`, "application/x-ndjson");
    const line = { kind: "group", unique_key: "late", display_name: "Late" };
    request.write(`${JSON.stringify(line)}\n`);
    // The key is good while the file begins.
    await pause(500);
    await revoke();
    request.end(`${JSON.stringify({ ...line, unique_key: "later" })}\n`);
    const { status, text } = await answered;
    assert.equal(status, 401, text);
    assert.equal(await exported(), before);
    assert.deepEqual((await admin.ask("GET", `${acmePath}/imports`)).json.items, []);
  });

  test("changes nothing by a body that came after it", async () => {
    const { key, revoke } = await makeKey("desk");
    const path = `${acmePath}/bookings/${guests[0]?.booking}/check-in`;
    const { request, answered } = begin(key, path, "application/json");
    request.write("{");
    await pause(500);
    await revoke();
    request.end("}");
    assert.equal((await answered).status, 401);
    const seen = await admin.ask("GET", path.replace("/check-in", ""));
    assert.equal(seen.json.tickets[0].attendee.checked_in_at, null);
  });

  test("changes nothing where the campaign was taken away meanwhile, and the key stays", async () => {
    const { key } = await makeKey("desk", "lessened");
    const path = `${acmePath}/bookings/${guests[0]?.booking}/check-in`;
    const { request, answered } = begin(key, path, "application/json");
    request.write("{");
    await pause(500);
    const less = { interactions: ["pk_winter"] };
    assert.equal((await admin.ask("POST", "/operators/lessened/change", less)).status, 200);
    request.end("}");
    const { status, text } = await answered;
    assert.equal(status, 401, text);
    const seen = await admin.ask("GET", path.replace("/check-in", ""));
    assert.equal(seen.json.tickets[0].attendee.checked_in_at, null);
    const mine = { headers: { authorization: `Bearer ${key}` } };
    assert.equal((await fetch(new URL("/operator/v1/whoami", service.operator), mine)).status, 200);
  });

  test("follows no change that was made after it", async () => {
    const { key, revoke } = await makeKey("changes");
    const ask = (path: string) =>
      fetch(new URL(`/operator/v1${acmePath}/changes${path}`, service.operator), {
        headers: { authorization: `Bearer ${key}` },
      });
    const { cursor } = (await (await ask("")).json()) as { readonly cursor: string };
    const following = ask(`?after=${encodeURIComponent(cursor)}&wait=30`);
    await pause(500);
    await revoke();
    await pause(600);
    const cancel = `${acmePath}/bookings/${guests[1]?.booking}/cancel`;
    assert.equal((await admin.ask("POST", cancel, {})).status, 200);
    const answer = await following;
    const text = await answer.text();
    assert.equal(answer.status, 401, text);
    assert.doesNotMatch(text, /FINN/);
  });

  test("a session that ends, too", async () => {
    const { key } = await makeKey("changes");
    const { cookie, "x-csrf-token": token } = await signIn(key);
    const path = new URL(`/operator/v1${acmePath}/changes?wait=30`, service.operator);
    const following = fetch(path, { headers: { cookie } });
    await pause(500);
    const out = await fetch(new URL("/operator/v1/session", service.operator), {
      method: "DELETE",
      headers: { cookie, "x-csrf-token": token },
    });
    assert.equal(out.status, 204);
    assert.equal((await following).status, 401);
  });

  /** Starts an import that writes in portions, and returns when its first is written. */
  async function importSlots(year: number, headers: Record<string, string>, count = total) {
    const slot = { interaction: "pk_summer", activity: "tasting", capacity: 1 };
    const hour = (index: number) =>
      new Date(Date.UTC(year, 0, 1) + index * 3_600_000).toISOString();
    const lines = Array.from({ length: count }, (_, index) =>
      JSON.stringify({ kind: "slot", ...slot, starting_at: hour(index) }),
    );
    const before = await slots();
    const url = new URL(`/operator/v1${acmePath}/imports`, service.operator);
    const started = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-ndjson" },
      body: `${lines.join("\n")}\n`,
    });
    const { import: id } = (await started.json()) as { readonly import: string };
    await until(async () => (await slots()) > before);
    return async () => {
      const job = await until(async () => {
        const { json } = await admin.ask("GET", `${acmePath}/imports/${id}`);
        return json.state === "running" ? null : json;
      });
      return { job, written: (await slots()) - before };
    };
  }
  const total = 60_000;
  const slots = async () => {
    const { counts } = (await admin.ask("GET", acmePath)).json;
    return Number(counts.slots ?? counts.slot);
  };

  async function signIn(key: string) {
    const signedIn = await fetch(new URL("/operator/v1/session", service.operator), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key }),
    });
    const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
    const { csrf_token: token } = (await signedIn.json()) as { readonly csrf_token: string };
    return { cookie, "x-csrf-token": token };
  }

  test("an import that writes in portions ends between two, and says what was written", async () => {
    const { key, revoke } = await makeKey("import");
    const ended = await importSlots(2035, { authorization: `Bearer ${key}` });
    await revoke();
    const { job, written } = await ended();
    assert.deepEqual([job.state, job.failure], ["failed", "key-revoked"]);
    assert.ok(written > 0 && written < total, `${written} of ${total}`);
  });

  test("an import ends with the session that an operator ends, and goes on after its own sign-out", async () => {
    const { key } = await makeKey("import", "gone-session");
    const one = await signIn(key);
    const ended = await importSlots(2045, one);
    const path = "/session/everybody?operator=gone-session";
    assert.equal((await admin.ask("DELETE", path)).json.ended, 1);
    const { job } = await ended();
    assert.deepEqual([job.state, job.failure], ["failed", "session-ended"]);
    const other = await signIn(key);
    const done = await importSlots(2055, other, 40_000);
    const out = await fetch(new URL("/operator/v1/session", service.operator), {
      method: "DELETE",
      headers: other,
    });
    assert.equal(out.status, 204);
    assert.equal((await done()).job.state, "done");
  });
});
