import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fastify, type FastifyInstance } from "fastify";
import { call, type Call } from "../../../test/harness/call.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";
import { temporaryFolder } from "../../../test/harness/temporary-folder.ts";
import { serveConsole } from "./serve-pages.ts";

const index = "<!doctype html><title>Console</title>";

describe("P28 the console's files", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: FastifyInstance;
  let address: string;
  const dist = () => join(folder.path, "dist");
  before(async () => {
    folder = temporaryFolder();
    server = fastify();
    server.get("/livez", async () => ({ status: "alive" }));
    serveConsole(server, (name) => {
      const path = join(dist(), name);
      return existsSync(path) ? readFileSync(path) : null;
    });
    address = await server.listen({ port: 0 });
  });
  after(async () => {
    await server.close();
    folder[Symbol.dispose]();
  });
  const ask = (path: string, more: Partial<Call> = {}) => call(address, { path, ...more });

  function build(): void {
    mkdirSync(join(dist(), "assets"), { recursive: true });
    writeFileSync(join(dist(), "index.html"), index);
    writeFileSync(join(dist(), "icon.svg"), "<svg/>");
    writeFileSync(join(dist(), "assets", "index-Ab12.js"), "let x;");
    writeFileSync(join(dist(), "assets", "index-Ab12.js.br"), "short");
    writeFileSync(join(folder.path, "secret.txt"), "secret");
  }

  test("say how to build them while they are missing, and are served once they exist", async () => {
    const page = await ask("/");
    assert.equal(page.status, 200);
    assert.match(page.text, /npm run console:build/);
    assert.equal(page.headers["cache-control"], "no-store");
    build();
    assert.equal((await ask("/")).text, index);
    rmSync(dist(), { recursive: true });
    assert.match((await ask("/")).text, /npm run console:build/);
    build();
  });

  test("are the index for every address of a page, which is never kept", async () => {
    build();
    for (const path of [
      "/",
      "/sign-in",
      "/accounts/acme/uat/slots?from=x",
      "/operators/jo.smith",
    ]) {
      const page = await ask(path, { headers: { "sec-fetch-dest": "document" } });
      assert.equal(page.status, 200, path);
      assert.equal(page.text, index, path);
      assert.match(page.headers["content-type"] ?? "", /^text\/html; charset=utf-8$/);
      assert.equal(page.headers["cache-control"], "no-store");
    }
    const byWorker = { "sec-fetch-dest": "empty", accept: "text/html,*/*;q=0.8" };
    assert.equal((await ask("/at/acme/uat/desk", { headers: byWorker })).text, index);
    assert.equal((await ask("/", { method: "HEAD" })).status, 200);
  });

  test("are the index at every address that the console's router has", async () => {
    build();
    const router = readFileSync(
      new URL("../../../console/src/router.tsx", import.meta.url),
      "utf8",
    );
    const paths = [...router.matchAll(/(?:page\(\s*|path: )["`](\/[\w-]*)/g)].map(
      ([, path]) => path ?? "",
    );
    assert.ok(paths.length > 6, `${paths.length} paths`);
    for (const path of [...paths, "/at/acme/uat/slots"]) {
      assert.equal((await ask(path)).text, index, path);
    }
  });

  test("have names that change with their content, so they are kept for good", async () => {
    build();
    const script = await ask("/assets/index-Ab12.js");
    assert.equal(script.text, "let x;");
    assert.match(script.headers["content-type"] ?? "", /^(text|application)\/javascript/);
    assert.equal(script.headers["cache-control"], "public, max-age=31536000, immutable");
    const small = await ask("/assets/index-Ab12.js", { headers: { "accept-encoding": "br" } });
    assert.equal(small.text, "short");
    assert.equal(small.headers["content-encoding"], "br");
    assert.match(String(small.headers["vary"]), /accept-encoding/i);
    assert.match((await ask("/icon.svg")).headers["content-type"] ?? "", /^image\/svg/);
  });

  test("come with a policy under which nothing else runs or is loaded", async () => {
    build();
    for (const path of ["/", "/icon.svg", "/assets/index-Ab12.js"]) {
      const { headers } = await ask(path);
      assert.equal(
        headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
          "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
          "frame-ancestors 'none'",
        path,
      );
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "no-referrer");
      assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    }
  });

  test("stand in nobody's way: what is not there is not a page", async () => {
    build();
    for (const path of [
      "/operator",
      "/operator/v2/accounts",
      "/v1/oauth:token",
      "/assets/gone.js",
      "/assets/../../secret.txt",
      "/assets/%2e%2e/%2e%2e/secret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/metrics/x",
      "/health",
      "/robots.txt",
      "/.well-known/change-password",
      "/api",
    ]) {
      const answer = await ask(path);
      assert.ok([403, 404].includes(answer.status), `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /secret$|<title>/, path);
    }
    for (const headers of [
      { "sec-fetch-dest": "image" },
      { "sec-fetch-dest": "empty", accept: "*/*" },
    ]) {
      for (const path of ["/gone.png", "/accounts/gone.png"]) {
        assert.equal((await ask(path, { headers })).status, 404, path);
      }
    }
    assert.equal((await ask("/", { method: "POST" })).status, 404);
    assert.equal((await ask("/livez")).json.status, "alive");
  });
});

describe("P28 an API host", () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service[Symbol.asyncDispose]());

  test("does not lead to the console, by whichever header it is named", async () => {
    for (const path of ["/", "/sign-in", "/assets/index.js"]) {
      for (const more of [
        { host: "api.acme.example" },
        { host: "localhost", headers: { "x-forwarded-host": "api.acme.example" } },
      ]) {
        const answer = await call(service.operator, { path, ...more });
        assert.equal(answer.status, 404, path);
        assert.deepEqual(answer.json, { status: "not found" });
      }
    }
    const page = await call(service.operator, { path: "/sign-in", host: "localhost" });
    assert.equal(page.status, 200);
    assert.match(page.headers["content-type"] ?? "", /^text\/html/);
  });
});
