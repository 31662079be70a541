import assert from "node:assert/strict";
import { test } from "node:test";
import { Type as TypeBox } from "typebox";
import { Type } from "./schema.ts";

/** A schema with each kind, as either builder makes it. */
function schemaBy({ Object: object, Optional: optional, ...make }: typeof Type) {
  return object(
    {
      text: make.String({ minLength: 1 }),
      plain: make.String(),
      number: optional(make.Integer({ minimum: 1 })),
      flag: make.Boolean(),
      word: make.Literal("Bearer", { description: "Always so." }),
      choice: make.Enum(["A", "B"], { type: "string" }),
      anything: optional(make.Unknown()),
      list: make.Array(object({ at: optional(make.String()) }), { minItems: 1 }),
    },
    { additionalProperties: false },
  );
}

test("a schema of the contract is the one that TypeBox makes", () => {
  assert.equal(JSON.stringify(schemaBy(Type)), JSON.stringify(schemaBy(TypeBox)));
});

test("what may be missing in one object is required in another", () => {
  const schema = Type.String();
  Type.Optional(schema);
  assert.deepEqual(Type.Object({ schema }).required, ["schema"]);
});
