import assert from "node:assert/strict";
import { test } from "node:test";
import { goodLines } from "../../../test/harness/data-lines.ts";
import { keyFields } from "./data-line.ts";
import { parseLineKey } from "./data-line-text.ts";

const now = Date.UTC(2030, 3, 15, 12);
const eight = Date.UTC(2030, 4, 1, 8);

test("a key is the kind and the key's fields, parsed; other fields are not looked at", () => {
  for (const [kind, line] of Object.entries(goodLines)) {
    const fields: readonly string[] = keyFields[kind as keyof typeof goodLines];
    const named = Object.entries(line).filter(([name]) => name === "kind" || fields.includes(name));
    const expected = Object.fromEntries(named);
    if (kind === "slot") Object.assign(expected, { host: null, starting_at: eight });
    assert.deepEqual(parseLineKey({ ...line, display_name: 1, capacity: "x" }, now), expected);
  }
});

test("a key that cannot be read names its kind, its field and what was expected", () => {
  const refusal = (line: object) => parseLineKey(line, now);
  const known = "group, interaction, activity, host, ticket_type, slot, booking";
  for (const line of [{}, { kind: "seat" }, { kind: "__proto__" }]) {
    const bad = { kind: null, key: null, field: "kind", expected: `one of ${known}` };
    assert.deepEqual(refusal(line), { bad, names: null });
  }
  const { bad } = refusal({ kind: "slot", interaction: "pk_summer", activity: "" }) as any;
  assert.deepEqual([bad.kind, bad.field], ["slot", "activity"]);
  assert.match(bad.expected, /1 to 256 characters/);
  const missing = refusal({ kind: "host", interaction: "pk_summer", activity: "tasting" }) as any;
  assert.deepEqual([missing.bad.kind, missing.bad.field], ["host", "id"]);
});
