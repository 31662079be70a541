import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readOptions } from "./client-options.ts";

const given = {
  baseUrl: "https://bookings.example.com",
  clientId: "id",
  clientSecret: "secret-of-the-test",
  audience: "aud",
};
const environment = {
  BOOKING_BASE_URL: "https://env.example.com/",
  BOOKING_CLIENT_ID: "env-id",
  BOOKING_CLIENT_SECRET: "env-secret",
  BOOKING_AUDIENCE: "env-aud",
};

describe("the client's options", () => {
  test("all four come from the environment where they are not given", async () => {
    const settings = readOptions({}, environment);
    assert.equal(settings.baseUrl, "https://env.example.com");
    assert.equal(settings.clientId, "env-id");
    assert.equal(await settings.clientSecret(), "env-secret");
    assert.equal(settings.audience, "env-aud");
  });
  test("what is given counts", async () => {
    const settings = readOptions(given, environment);
    assert.equal(settings.baseUrl, given.baseUrl);
    assert.equal(await settings.clientSecret(), given.clientSecret);
  });
  test("R88 the secret may be a function, and then nothing else need hold it", async () => {
    const { clientSecret } = readOptions({ ...given, clientSecret: async () => "fetched" }, {});
    assert.equal(await clientSecret(), "fetched");
  });
  test("the limits have sensible values of their own", () => {
    assert.deepEqual(readOptions(given, {}).limits, {
      timeoutMs: 10_000,
      totalTimeoutMs: 30_000,
      retries: 3,
      maxRetryAfterMs: 15_000,
    });
  });

  for (const [option, variable] of [
    ["baseUrl", "BOOKING_BASE_URL"],
    ["clientId", "BOOKING_CLIENT_ID"],
    ["clientSecret", "BOOKING_CLIENT_SECRET"],
    ["audience", "BOOKING_AUDIENCE"],
  ] as const) {
    test(`without ${option} the message names it and ${variable}`, () => {
      for (const missing of [undefined, ""]) {
        assert.throws(() => readOptions({ ...given, [option]: missing }, {}), {
          name: "RequestError",
          message: new RegExp(`${option}.*${variable}`),
        });
      }
    });
  }

  test("all that are missing are named at once", () => {
    assert.throws(() => readOptions({ clientId: "id" }, {}), {
      name: "RequestError",
      message: /^Options are missing: baseUrl .*clientSecret .*audience /,
    });
    assert.throws(() => readOptions({ ...given, clientId: "" }, {}), {
      message: /^An option is missing: clientId /,
    });
  });

  for (const [url, why] of [
    ["bookings.example.com", /not a URL/],
    ["ftp://bookings.example.com", /https:\/\/ or http/],
    ["https://user:hunter2@bookings.example.com", /user or password/],
    ["https://hunter2@bookings.example.com", /user or password/],
    ["https://:hunter2@bookings.example.com", /user or password/],
    ["https://bookings.example.com/?tenant=acme", /query/],
    ["https://bookings.example.com/#acme", /fragment/],
    ["https://bookings.example.com/v1", /before \/v1/],
    ["https://bookings.example.com/v1/", /before \/v1/],
    ["https://gateway.example/acme/v1", /before \/v1/],
  ] as const) {
    test(`the base URL ${url} is refused, and not repeated`, () => {
      assert.throws(
        () => readOptions({ ...given, baseUrl: url }, {}),
        (error: Error) => why.test(error.message) && !error.message.includes("hunter2"),
      );
    });
  }
  test("a base URL may have a path before /v1, and slashes at its end", () => {
    for (const path of ["/acme", "/v1/acme"]) {
      const options = { ...given, baseUrl: `http://gateway.example${path}//` };
      assert.equal(readOptions(options, {}).baseUrl, `http://gateway.example${path}`);
    }
  });

  for (const option of ["timeoutMs", "totalTimeoutMs", "retries", "maxRetryAfterMs"] as const) {
    test(`${option} is a whole number that timers can take`, () => {
      for (const value of [-1, 1.5, Number.NaN, Infinity, 2 ** 31, "5" as unknown as number]) {
        assert.throws(() => readOptions({ ...given, [option]: value }, {}), {
          message: new RegExp(option),
        });
      }
    });
  }
});
