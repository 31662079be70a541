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

const one = (changes: object) => JSON.stringify({ one: { ...cell, ...changes } });

test("a cell's name has up to 63 letters, digits and hyphens", () => {
  for (const name of ["a", "1", "cell-1", "a".repeat(63)]) {
    assert.deepEqual(parseCells(JSON.stringify({ [name]: cell })), [{ name, ...cell }]);
  }
});

test("a node is a host name or an address, with any port", () => {
  for (const node of ["a:0", "Node-1.example:65535", "10.0.0.1:80", "[::1]:8080"]) {
    assert.deepEqual(parseCells(one({ nodes: [node] })), [{ name: "one", ...cell, nodes: [node] }]);
  }
});

for (const node of [
  ":80",
  "a",
  "a:",
  "a:x",
  "a:80x",
  "a:65536",
  "a:100000",
  "a:1:2",
  "a.:80",
  "http://a:80",
  "::1:80",
]) {
  test(`a file of cells is refused for the node ${node}, also after a good one`, () => {
    for (const nodes of [[node], ["a:1", node]]) {
      const parsed = parseCells(one({ nodes }));
      assert.deepEqual(parsed, { problem: "the nodes of one are not a list of HOST:PORT" });
    }
  });
}

for (const [file, problem] of [
  ["", /not a JSON object/],
  ["{", /not a JSON object/],
  ["[]", /not a JSON object/],
  ["null", /not a JSON object/],
  ['"one"', /not a JSON object/],
  [JSON.stringify({ "": cell }), /the name ""/],
  [JSON.stringify({ "-a": cell }), /the name "-a"/],
  [JSON.stringify({ A: cell }), /the name "A"/],
  [JSON.stringify({ "a\n": cell }), /the name "a\\n"/],
  [JSON.stringify({ ["a".repeat(64)]: cell }), /is not of lower-case letters/],
  [JSON.stringify({ one: null }), /nodes of one/],
  [JSON.stringify({ one: "10.0.0.1:8080" }), /nodes of one/],
  [JSON.stringify({ one: [cell] }), /nodes of one/],
  [one({ nodes: undefined }), /nodes of one/],
  [one({ nodes: "10.0.0.1:8080" }), /nodes of one/],
  [one({ nodes: ["10.0.0.1:8080", 8080] }), /nodes of one/],
  [one({ hosts: undefined }), /hosts of one are not a list/],
  [one({ hosts: "api.acme.example" }), /hosts of one are not a list/],
  [one({ hosts: ["api.acme.example", null] }), /hosts of one are not a list/],
  [one({ hosts: ["api.acme.example", "b.example:80"] }), /"b.example:80" of one/],
  [one({ hosts: ["a.example", "a.example"] }), /a.example is in one and in one/],
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
