import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endpoints } from "../../domain/account.ts";
import {
  collect,
  oneOf,
  readAccountName,
  readDuration,
  readHost,
  WrongUsage,
} from "./arguments.ts";

/** Each text is refused in a sentence that repeats it and says what would be right. */
function assertRefused(
  read: (text: string) => unknown,
  texts: readonly string[],
  says: RegExp,
): void {
  for (const text of texts) {
    assert.throws(
      () => read(text),
      (error) => {
        assert.ok(error instanceof WrongUsage);
        assert.ok(error.message.startsWith(`${JSON.stringify(text)} is no `), error.message);
        assert.match(error.message, says);
        assert.match(error.message, /\.$/);
        return true;
      },
      JSON.stringify(text),
    );
  }
}

describe("an account argument", () => {
  test("is a tenant and an environment (A58)", () => {
    assert.deepEqual(readAccountName("acme/production"), {
      tenant: "acme",
      environment: "production",
    });
    assert.deepEqual(readAccountName("Acme-2/uat"), { tenant: "Acme-2", environment: "uat" });
  });

  test("of any other form is wrong usage, and the environments are named", () => {
    assertRefused(
      readAccountName,
      ["", "acme", "acme/", "/production", "acme/prod", "acme/Production", "a b/uat", "acme/uat\n"],
      /tenant\/environment.*development, uat, production.*acme\/production/,
    );
  });
});

describe("a host argument", () => {
  test("is read without its case and its port (A58)", () => {
    assert.equal(readHost("API.Acme.Example:8443"), "api.acme.example");
    assert.equal(readHost("[::1]:8080"), "[::1]");
  });

  test("with a scheme, a path or anything odd is wrong usage", () => {
    assertRefused(
      readHost,
      ["", "https://api.acme.example", "api.acme.example/v1", "a b", "a, b", "::1", "a\u001b[31m"],
      /without scheme and path.*api\.acme\.example/,
    );
  });
});

describe("an endpoint argument", () => {
  const readEndpoint = oneOf("endpoint that can be switched", endpoints);

  test("is one of the two that can be switched (R4, R91)", () => {
    for (const name of [
      "interactions:fetchContactBookings",
      "interactions:cancelInteractionBooking",
    ]) {
      assert.equal(readEndpoint(name), name);
    }
  });

  test("of another name is wrong usage, and both are named", () => {
    assertRefused(
      readEndpoint,
      [
        "",
        "oauth:token",
        "fetchContactBookings",
        "/v1/interactions:fetchContactBookings",
        "interactions:fetchcontactbookings",
        "interactions:fetchContactBookings ",
        "interactions%3AfetchContactBookings",
        "__proto__",
        "length",
        "0",
      ],
      /interactions:fetchContactBookings, interactions:cancelInteractionBooking/,
    );
  });
});

describe("a duration argument", () => {
  test("is a whole number of seconds, minutes, hours or days", () => {
    for (const [text, milliseconds] of [
      ["0s", 0],
      ["1s", 1_000],
      ["90s", 90_000],
      ["30m", 1_800_000],
      ["24h", 86_400_000],
      ["7d", 604_800_000],
      ["007d", 604_800_000],
      ["999999d", 999_999 * 86_400_000],
    ] as const) {
      assert.equal(readDuration(text), milliseconds, text);
    }
  });

  test("without a unit, with a fraction or with another unit is wrong usage", () => {
    assertRefused(
      readDuration,
      [
        "",
        "24",
        "h",
        "1.5h",
        "-1h",
        "+1h",
        " 1h",
        "1 h",
        "1h ",
        "1h\n",
        "1H",
        "1w",
        "1ms",
        "1h30m",
      ],
      /write 90s, 30m, 24h or 7d/,
    );
    assertRefused(readDuration, ["1000000d", "1e3s", "0x1s", "\u0661h", "1constructor"], /90s/);
  });
});

test("a flag that may be repeated keeps its values in order, and the default as it was", () => {
  const byDefault: string[] = [];
  const read = collect((text) => text.toUpperCase());
  assert.deepEqual(read("b", read("a", byDefault)), ["A", "B"]);
  assert.deepEqual(byDefault, []);
});
