import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Type, type TSchema } from "typebox";
import { routes } from "../../operator/api/serving/routes.ts";
import { Uuid } from "./fields.ts";
import { compileValidator } from "../../operator/api/request/wire.ts";

const Item = Type.Object({ kind: Type.Integer({ maximum: 5 }) });
const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    seats: Type.Integer({ minimum: 1 }),
    reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    minutes: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    edits: Type.Optional(Type.Array(Item, { minItems: 1, maxItems: 2 })),
    words: Type.Optional(Type.Record(Type.String(), Type.String())),
    flag: Type.Optional(Type.Boolean()),
    booking: Type.Optional(Uuid),
    code: Type.Optional(Type.String({ pattern: "^x$" })),
  },
  { additionalProperties: false },
);
const good = { name: "ann", seats: 1 };

/** The sentence of the refusal; null for a value that fits. */
function sentence(schema: TSchema, value: unknown): string | null {
  const validate = compileValidator({ schema, httpPart: "body", method: "POST", url: "/" });
  const checked = validate(value) as { readonly error?: Error };
  return checked.error?.message ?? null;
}

describe("a value that does not fit its schema", () => {
  for (const [value, words] of [
    [{}, "the body must have name and seats"],
    [5, "the body must be an object"],
    [{ ...good, name: "" }, "name must have at least 1 character"],
    [{ ...good, name: "anna" }, "name must have at most 3 characters"],
    [{ ...good, name: 1 }, "name must be text"],
    [{ ...good, seats: 0 }, "seats must be 1 or more"],
    [{ ...good, reason: 1 }, "reason must be text or null"],
    [{ ...good, minutes: 0 }, "minutes must be 1 or more"],
    [{ ...good, minutes: "1" }, "minutes must be an integer or null"],
    [{ ...good, edits: [] }, "edits must have at least 1 item"],
    [{ ...good, edits: [{ kind: 1 }, { kind: 9 }] }, "edits[1].kind must be 5 or less"],
    [{ ...good, edits: [1] }, "an item of edits must be an object"],
    [{ ...good, words: { fr: 1 } }, "words.fr must be text"],
    [{ ...good, flag: "yes" }, "flag must be true or false"],
    [{ ...good, booking: "X" }, "booking must be a lower-case UUID"],
    [{ ...good, code: "y" }, "code is malformed"],
    [{ ...good, more: 1 }, "more is no field here"],
  ] as const) {
    test(`is refused with: ${words}`, () => assert.equal(sentence(Body, value), words));
  }

  test("is refused in words of ours, whatever the route and the value", () => {
    let seen = 0;
    for (const { name, body, query } of routes) {
      const schemas = [query, ...(body !== null && body.schema !== undefined ? [body.schema] : [])];
      for (const schema of schemas) {
        const names = Object.keys((schema as { properties?: object }).properties ?? {});
        const values = [null, 1.5, "", "x".repeat(5_000), [], [null], {}, -1, 1e12];
        for (const value of names.flatMap((name) => values.map((each) => ({ [name]: each })))) {
          const message = sentence(schema, value);
          if (message === null) continue;
          seen += 1;
          assert.match(message, / (must (be|have)|is no field here|is malformed)/, name);
          assert.doesNotMatch(message, /constant|schema|properties|anyOf|NaN|undefined|must NOT/);
        }
      }
    }
    assert.ok(seen > 500, `${seen} values`);
  });
});
