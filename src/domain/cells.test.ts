import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCells } from "./cells.ts";

const cell = { nodes: ["10.0.0.1:8080"], hosts: ["api.acme.example"] };

test("a file of cells names the nodes and the hosts of each", () => {
  assert.deepEqual(parseCells(JSON.stringify({ one: cell, two: { ...cell, hosts: [] } })), [
    { name: "one", ...cell },
    { name: "two", ...cell, hosts: [] },
  ]);
});

for (const [file, problem] of [
  ["{", /not a JSON object/],
  ["[]", /not a JSON object/],
  ["{}", /names no cell/],
  [JSON.stringify({ "a;b": cell }), /the name "a;b"/],
  [JSON.stringify({ one: { ...cell, nodes: [] } }), /nodes of one/],
  [JSON.stringify({ one: { ...cell, nodes: ["10.0.0.1"] } }), /nodes of one/],
  [JSON.stringify({ one: { ...cell, nodes: ["a b:1"] } }), /nodes of one/],
  [JSON.stringify({ one: { ...cell, hosts: ["Api.example"] } }), /"Api.example" of one/],
  [JSON.stringify({ one: { ...cell, hosts: ["a.example; x"] } }), /of one is no host/],
  [JSON.stringify({ one: { ...cell, adress: 1 } }), /unknown field adress/],
  [JSON.stringify({ one: cell, two: cell }), /api.acme.example is in one and in two/],
] as const) {
  test(`a file of cells is refused: ${file}`, () => {
    const parsed = parseCells(file);
    assert.ok("problem" in parsed);
    assert.match(parsed.problem, problem);
  });
}
