import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { firstCalls, targetsOf } from "./first-calls.ts";

describe("the calls that the console prints", () => {
  test("go to the account's host over TLS, or to its machine by the Host header", () => {
    assert.deepEqual(targetsOf("api.acme.example", "http://127.0.0.1:8080"), [
      { baseUrl: "https://api.acme.example", hostHeader: null },
      { baseUrl: "http://127.0.0.1:8080", hostHeader: "api.acme.example" },
    ]);
    assert.deepEqual(targetsOf("api.acme.example", null), [
      { baseUrl: "https://api.acme.example", hostHeader: null },
    ]);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "acme.localhost"]) {
      assert.deepEqual(targetsOf(host, "http://127.0.0.1:8080"), [
        { baseUrl: `http://${host}:8080`, hostHeader: null },
      ]);
    }
  });

  test("reach the program as they are meant, whatever stands in the audience", () => {
    const audience = `it's "$HOME" \`id\` \\ ümlaut`;
    const client = { client_id: "bsc_1", client_secret: "bss_2", audience };
    const { token } = firstCalls({ baseUrl: "https://api.acme.example", hostHeader: null }, client);
    // A shell runs it; instead of curl something tells its words, and answers.
    const curl = `curl() { printf '%s\\n' "$@" >&3; echo '{"access_token":"tok","expires_in":9}'; }`;
    const ran = spawnSync("sh", ["-c", `${curl}; ${token}; printf %s "$TOKEN"`], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      encoding: "utf8",
    });
    assert.equal(ran.stdout, "tok", ran.stderr);
    const words = (ran.output[3] ?? "").split("\n");
    assert.deepEqual(words.slice(0, 2), ["-sS", "https://api.acme.example/v1/oauth:token"]);
    assert.deepEqual(JSON.parse(words[5] ?? ""), { ...client, grant_type: "client_credentials" });
  });
});
