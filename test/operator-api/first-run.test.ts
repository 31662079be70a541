import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { assertProblem, callApi, openDesk } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { query } from "../harness/query.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { testDatabase } from "../harness/test-database.ts";
import { program, programWords } from "../harness/program.ts";

function codeOf(link: string | null): string {
  const url = new URL(link ?? assert.fail("no link"));
  assert.equal(url.pathname, "/sign-in");
  assert.equal(url.search, "");
  return /^#code=(bsl_[\w-]{49})$/.exec(url.hash)?.[1] ?? assert.fail(url.hash);
}

function follow(
  service: { readonly operator: string },
  body: object,
  headers: Record<string, string> = {},
) {
  return callApi(service, { method: "POST", path: "/session/code", body, headers });
}

async function firstCode(service: TestService): Promise<string> {
  return codeOf(await service.signInLink(false));
}

describe("P28 the first run", () => {
  test("makes an admin of everything with the link's code, whose key is shown once", async () => {
    await using service = await startTestService();
    const code = await firstCode(service);
    const answer = await follow(service, { code }, { "x-request-id": "first-1" });
    assert.equal(answer.status, 201, answer.text);
    const { operator, csrf_token, key } = answer.json;
    assert.deepEqual(
      [operator.name, operator.role, operator.accounts],
      ["first-admin", "admin", null],
    );
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    assert.match(
      cookie,
      /^booking_session=[\w-]{43}; Path=\/operator\/; .*HttpOnly; SameSite=Strict/,
    );
    const session = { cookie: cookie.split(";")[0] ?? "", "x-csrf-token": csrf_token };
    const made = await callApi(service, {
      method: "POST",
      path: "/operators",
      headers: session,
      body: { name: "door-1", role: "staff" },
    });
    assert.equal(made.status, 201, made.text);
    assert.equal((await callApi(service, { path: "/accounts", token: key })).status, 200);
    const shown = await callApi(service, { path: "/session", headers: session });
    assert.ok(!shown.text.includes(key));
    const audit = await callApi(service, {
      path: "/audit-events?action=operator%20created&request_id=first-1",
      token: key,
    });
    assert.deepEqual(
      audit.json.items.map(({ actor, subject }: any) => [actor, subject]),
      [["sign-in link", "first-admin"]],
    );
    for (const secret of [code, key]) {
      const stored = JSON.stringify(query(service.databaseUrl, "select * from operator"));
      assert.ok(!stored.includes(secret), "a secret is stored");
    }
  });

  test("takes a name, and a bad one does not use the code up", async () => {
    await using service = await startTestService();
    const code = await firstCode(service);
    assertProblem(await follow(service, { code, name: "-" }), 400, "operator-name-malformed");
    const answer = await follow(service, { code, name: "jo" });
    assert.equal(answer.json.operator.name, "jo");
  });

  test("is over with the first use, also when several come at once", async () => {
    await using service = await startTestService();
    const codes = [await firstCode(service), await firstCode(service)];
    const answers = await Promise.all(
      [...codes, ...codes].map((code, index) => follow(service, { code, name: `jo-${index}` })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 401, 401, 401],
    );
    for (const answer of answers.filter(({ status }) => status === 401)) {
      assertProblem(answer, 401, "code-refused");
      assert.equal(answer.headers["set-cookie"], undefined);
    }
    assert.equal((await service.store.operators.list()).length, 1);
    assert.equal(await service.signInLink(false), null);
  });

  test("is over when an operator was made in another way", async () => {
    await using service = await startTestService();
    const code = await firstCode(service);
    await openDesk(service, "viewer");
    assertProblem(await follow(service, { code }), 401, "code-refused");
    assert.equal(await service.signInLink(false), null);
  });

  test("cannot be forged, guessed or begun by another site", async () => {
    await using service = await startTestService();
    const code = await firstCode(service);
    const origin = { origin: "https://evil.example" };
    assertProblem(await follow(service, { code }, origin), 403, "forged");
    assertProblem(
      await follow(service, { code }, { "sec-fetch-site": "same-site" }),
      403,
      "forged",
    );
    const form = { "content-type": "text/plain" };
    assertProblem(await follow(service, { code }, form), 415, "media-type");
    assertProblem(await follow(service, {}), 400, "malformed");
    assertProblem(await follow(service, { code, role: "admin" }), 400, "malformed");
    const guess = `bsl_${"x".repeat(49)}`;
    assertProblem(await follow(service, { code: guess }), 401, "code-refused");
  });

  test("a link for who is here already signs in as the first admin, and tells no key", async () => {
    await using service = await startTestService();
    await openDesk(service, "viewer");
    assert.equal(await service.signInLink(true), null, "a viewer's is no way in for an admin");
    const { key } = await openDesk(service, "admin");
    const admin = (await callApi(service, { path: "/session", token: key })).json.operator.name;
    await openDesk(service, "admin");
    const code = codeOf(await service.signInLink(true));
    const answer = await follow(service, { code });
    assert.equal(answer.status, 201);
    assert.equal(answer.json.operator.name, admin);
    assert.equal(answer.json.key, null);
    assertProblem(await follow(service, { code }), 401, "code-refused");
    const revoked = codeOf(await service.signInLink(true));
    const path = `/operators/${admin}/revoke`;
    assert.equal((await callApi(service, { method: "POST", path, token: key })).status, 200);
    assertProblem(await follow(service, { code: revoked }), 401, "code-refused");
  });
});

for (const processes of ["1", "2"]) {
  test(`P28 ${processes} processes print the link once, in words, and log no code`, async () => {
    await using database = await testDatabase();
    const words: string[] = [];
    const logged: string[] = [];
    const child = spawn(program, [...programWords, "serve"], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: database.url,
        PORT: "0",
        OPERATOR_PORT: "0",
        OPERATOR_HOST: "0.0.0.0",
        PROCESSES: processes,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    createInterface(child.stdout).on("line", (line) => logged.push(line));
    const link = await new Promise<string>((resolve) => {
      createInterface(child.stderr).on("line", (line) => {
        words.push(line);
        if (line.startsWith("http://")) resolve(line);
      });
    });
    const { origin } = new URL(link);
    assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    const code = codeOf(link);
    const answer = await follow({ operator: origin }, { code });
    assert.equal(answer.status, 201, answer.text);
    assertProblem(await follow({ operator: origin }, { code }), 401, "code-refused");
    child.kill("SIGTERM");
    await gone;
    assert.equal(words.filter((line) => line.includes("#code=")).length, 1);
    assert.ok(logged.some((line) => line.includes("operator:signInWithCode")));
    for (const line of logged) JSON.parse(line);
    for (const secret of [code, answer.json.key]) {
      assert.ok(!logged.join("\n").includes(secret), "a secret is in the log");
    }
    await using again = await startServerProcess(database.url, { PROCESSES: processes });
    assertProblem(await follow(again, { code }), 401, "code-refused");
  });
}
