import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { committedDocument } from "../harness/documented-answers.ts";
import { acmeWith, booking, cancelPath, fetchPath, tokenPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";

const document = JSON.parse(readFileSync(committedDocument, "utf8"));
const ajv = addFormats.default(new Ajv2020({ strict: false }));
ajv.addSchema(document, "openapi");

const json = "application/json";
const form = "application/x-www-form-urlencoded";

function isDescribed(value: unknown, ...pointer: readonly string[]): boolean {
  const parts = pointer.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  return ajv.validate({ $ref: `openapi#/${parts.map(encodeURIComponent).join("/")}` }, value);
}

describe("what the service accepts the document accepts:", () => {
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith([booking("CUST-1")])], {
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
      RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    });
  });
  after(() => service[Symbol.asyncDispose]());

  for (const type of [json, form]) {
    for (const isBasic of [false, true]) {
      test(`R54 A28 A29 A30 token requests as ${type}${isBasic ? " beside HTTP Basic" : ""}`, async () => {
        const { clientId, clientSecret, audience } = await service.credential();
        const absent = [undefined, "", ...(type === json ? [null, 7] : [])];
        const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
        let accepted = 0;
        for (const client_id of [clientId, ...absent]) {
          for (const client_secret of [clientSecret, ...absent]) {
            for (const aud of [audience, ...absent]) {
              for (const more of [{}, { scope: "all" }]) {
                const fields = Object.entries({
                  client_id,
                  client_secret,
                  audience: aud,
                  grant_type: "client_credentials",
                  ...more,
                }).filter(([, value]) => value !== undefined);
                const body = Object.fromEntries(fields);
                const answer = await service.call({
                  method: "POST",
                  path: tokenPath,
                  headers: {
                    "content-type": type,
                    ...(isBasic && { authorization: `Basic ${basic}` }),
                  },
                  body:
                    type === json
                      ? JSON.stringify(body)
                      : new URLSearchParams(body as Record<string, string>).toString(),
                });
                if (answer.status !== 200) continue;
                accepted += 1;
                const place = ["paths", tokenPath, "post", "requestBody", "content", type];
                assert.ok(isDescribed(body, ...place, "schema"), JSON.stringify(body));
              }
            }
          }
        }
        // The four strings, and what may be missing or no string beside them.
        assert.equal(accepted, { [json]: [2, 122], [form]: [6, 42] }[type]?.[isBasic ? 1 : 0]);
      });
    }
  }

  test("R54 A29 a token request needs no security scheme, or HTTP Basic", () => {
    const schemes = document.components.securitySchemes;
    const { security } = document.paths[tokenPath].post;
    assert.deepEqual(
      security.map((one: object) => Object.keys(one).map((name) => schemes[name].scheme)),
      [[], ["basic"]],
    );
  });

  const headers: Record<string, readonly string[]> = {
    "X-Request-Id": ["abc-1", "two words", "x".repeat(300), "{}"],
    Prefer: ["cancellable", "respond-async", "", "="],
    "X-Cancel-Reason": ["ill", "%zz", "x".repeat(3_000)],
    "Idempotency-Key": ["k1", "x".repeat(255)],
  };

  for (const [path, method] of [
    [fetchPath, "get"],
    [cancelPath, "post"],
  ] as const) {
    const parameters: any[] = document.paths[path][method].parameters;
    for (const [at, { name, in: place }] of parameters.entries()) {
      if (place !== "header") continue;
      test(`B10 B222 A92 the header ${name} of ${path}`, async () => {
        assert.ok(Object.hasOwn(headers, name), `no values for ${name}`);
        for (const [number, value] of (headers[name] ?? []).entries()) {
          const line = booking(`CUST-${name}-${number}`, {});
          const answer = await service.call({
            method: method.toUpperCase(),
            path: method === "get" ? `${path}?external_id=CUST-1` : path,
            token: await service.token(),
            headers: { [name]: value },
            ...(method === "post" && { body: { booking: line.booking } }),
          });
          // A cancel of a booking that there is not was accepted as a request.
          const taken = answer.status === 200 || (answer.status === 500 && answer.json.code === 5);
          assert.ok(taken, `${name}: ${value.slice(0, 20)}: ${answer.text}`);
          const pointer = ["paths", path, method, "parameters", String(at), "schema"];
          assert.ok(isDescribed(value, ...pointer), `${name}: ${value.slice(0, 20)}`);
        }
      });
    }
  }

  test("R61 to R73 queries, alone and in pairs", async () => {
    const parameters: any[] = document.paths[fetchPath].get.parameters;
    const values: Record<string, readonly string[]> = {
      "slot_date_range.from": ["2030-05-01T08:00:00.123456789Z", "2030-12-31T23:59:60Z"],
      "slot_date_range.to": ["2030-05-01T08:00:00-00:00", "2030-05-01t08:00:00+23:59"],
      booking_status: ["CONFIRMED", "CHECKED_IN"],
      language: ["", "xx", "fr-CA"],
      page_size: ["007", "2147483647"],
      page_number: ["00000000000000000001", "2147483647"],
      other: ["", "1"],
    };
    const pairs = Object.entries(values).flatMap(([name, all]) => all.map((each) => [name, each]));
    for (const first of pairs) {
      for (const second of pairs) {
        const query = [["external_id", "CUST-1"], first, ...(first === second ? [] : [second])];
        const text = new URLSearchParams(query as [string, string][]).toString();
        const answer = await service.call({
          path: `${fetchPath}?${text}`,
          token: await service.token(),
        });
        if (answer.status !== 200) continue;
        for (const [at, { name, in: place, schema }] of parameters.entries()) {
          const sent = query.filter(([each]) => each === name).map(([, value]) => value ?? "");
          if (place !== "query" || sent.length === 0) continue;
          const value = schema.type === "array" ? sent : sent[0];
          const typed = schema.type === "integer" ? Number(value) : value;
          const pointer = ["paths", fetchPath, "get", "parameters", String(at), "schema"];
          assert.ok(isDescribed(typed, ...pointer), `${name}=${String(value)}`);
        }
      }
    }
  });
});
