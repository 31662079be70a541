import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, test } from "node:test";
import { cameByApiHost } from "./pages-and-api.ts";

/** The answer for a request with these headers, and the hosts that were looked up for it. */
async function guard(headers: IncomingMessage["headers"]) {
  const asked: string[] = [];
  const came = await cameByApiHost({ headers } as IncomingMessage, async (host) => {
    asked.push(host);
    return host === "api.acme.example";
  });
  return { came, asked };
}

describe("a request to the operator's listener", () => {
  test("is found out by an API host in its chain of proxies, each host looked up once", async () => {
    const chain = "ops.example, localhost, ops.example:8443, API.acme.example, last.example";
    assert.deepEqual(await guard({ host: "ops.example", "x-forwarded-host": chain }), {
      came: true,
      asked: ["ops.example", "api.acme.example"],
    });
    assert.deepEqual((await guard({ host: "ops.example" })).came, false);
  });

  test("that names very many hosts finds nothing, and asks the database nothing", async () => {
    const many = Array.from({ length: 4_000 }, (_, index) => `h${index}`).join(",");
    assert.deepEqual(await guard({ host: "ops.example", "x-forwarded-host": many }), {
      came: true,
      asked: [],
    });
  });
});
