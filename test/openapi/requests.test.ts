import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { committedDocument } from "../harness/documented-answers.ts";
import { acmeWith, cancelPath, fetchPath, newBookingId, tokenPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";

const document = JSON.parse(readFileSync(committedDocument, "utf8"));
const ajv = addFormats.default(new Ajv2020({ strict: false }));
const uuid = "6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01";

/** Values of each parameter of the list: what the document takes the service takes, and no other. */
const values: Record<string, readonly string[]> = {
  external_id: [
    "CUST-1",
    " ",
    "ünï🎫",
    "x".repeat(512),
    "🎫".repeat(512),
    "",
    "x".repeat(513),
    "a\0",
  ],
  public_keys: ["pk_summer", "pk_unknown", ""],
  interactions: [
    `interactions/${uuid}`,
    "interactions/6a1d3c52-0d4c-4e0e-9d5c-000000000000",
    `interactions/${uuid.toUpperCase()}`,
    `interactions/${uuid}/`,
    uuid,
    "",
  ],
  "slot_date_range.from": instants(),
  "slot_date_range.to": instants(),
  booking_status: ["CONFIRMED", "WAITLIST", "CHECKED_IN", "CANCELLED", "confirmed", "NOSHOW", ""],
  language: ["en", "fr-CA", "", "xx", "*"],
  page_size: integers(),
  page_number: integers(),
};

function instants(): string[] {
  const good = ["2030-05-01T08:00:00Z", "2030-05-01t08:00:00.5z", "2030-05-01T08:00:00+02:00"];
  const bad = ["2030-02-30T08:00:00Z", "2030-05-01", "2030-05-01T08:00Z", "2030-05-01T08:00:00"];
  return [...good, ...bad, "2030-05-01T25:00:00Z", "1900000000", ""];
}

function integers(): string[] {
  return ["1", "100", "2147483647", "0", "-1", "1.5", "1e2", "+5", " 5", "2147483648", "x", ""];
}

describe("the requests that the document describes are those that the service takes:", () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService([acmeWith([])], {
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    });
    token = await service.token();
  });
  after(() => service[Symbol.asyncDispose]());

  const parameters: any[] = document.paths[fetchPath].get.parameters;
  const named = parameters.filter(({ in: place }) => place === "query");

  test("every parameter is looked at", () => {
    assert.deepEqual(
      named.map(({ name }) => name),
      Object.keys(values),
    );
  });

  for (const { name, schema } of named) {
    test(`R61 to R71 A11 to A18 ${name}`, async () => {
      const validate = ajv.compile(schema);
      for (const value of values[name] ?? []) {
        const documented = validate(asSent(schema, value));
        const query = new URLSearchParams({ external_id: "CUST-1", [name]: value }).toString();
        const answer = await service.call({ path: `${fetchPath}?${query}`, token });
        // An unknown campaign has the right form.
        const isUnknown = answer.status === 500 && answer.json.code === 5 && value !== "";
        const taken = answer.status === 200 || isUnknown;
        assert.equal(taken, documented, `${name}=${JSON.stringify(value)}: ${answer.text}`);
      }
    });
  }

  const valuesOfAField = ["", "x", 7, null, true, [], {}, uuid, uuid.toUpperCase(), `{${uuid}}`];

  test("R82 A34 the body of a cancel", async () => {
    const validate = ajv.compile(document.components.schemas.CancelRequest);
    const bodies: object[] = [
      {},
      [],
      { booking: newBookingId(), other: 1 },
      ...valuesOfAField.map((booking) => ({ booking })),
    ];
    for (const body of bodies) {
      const answer = await service.call({ method: "POST", path: cancelPath, token, body });
      assert.equal(answer.status, 500);
      assert.equal(answer.json.code === 5, validate(body), JSON.stringify(body));
    }
  });

  test("R54 to R57 A28 A30 the body of a token request", async () => {
    const validate = ajv.compile(document.components.schemas.TokenRequest);
    const { clientId, clientSecret, audience } = await service.credential();
    const good: Record<string, unknown> = {
      client_id: clientId,
      client_secret: clientSecret,
      audience,
      grant_type: "client_credentials",
    };
    const bodies = [
      good,
      { ...good, scope: "all" },
      ...Object.keys(good).flatMap((field) =>
        [undefined, ...valuesOfAField.filter((value) => value !== "x")].map((value) => ({
          ...good,
          [field]: value,
        })),
      ),
    ].map((body) => JSON.parse(JSON.stringify(body)));
    for (const body of bodies) {
      const answer = await service.call({ method: "POST", path: tokenPath, body });
      const isWrongValue =
        answer.status === 500 && answer.json.message.startsWith("The credentials were refused");
      const taken = answer.status === 200 || isWrongValue;
      assert.equal(taken, validate(body), `${JSON.stringify(body)}: ${answer.text}`);
    }
  });
});

/** A query holds text; a number is one in plain digits. */
function asSent(schema: any, value: string): unknown {
  if (schema.type === "array") return [value];
  return schema.type === "integer" && /^\d+$/.test(value) ? Number(value) : value;
}
