import assert from "node:assert/strict";
import { test } from "node:test";
import { day, oneOf, parseSearch, searchOf, stringifySearch, text } from "./read-search.ts";

const read = searchOf({ q: text, from: day, view: oneOf("map", "table") });

test("an address says what its page knows, and nothing else of it is read", () => {
  assert.deepEqual(read(parseSearch("?q=0123&from=2031-05-01&view=table&other=1")), {
    q: "0123",
    from: "2031-05-01",
    view: "table",
  });
  assert.deepEqual(read(parseSearch("?q=&from=2031-13-01&view=list")), {});
});

test("ids of digits, words and quotes stay as they are on the way there and back", () => {
  for (const q of ["12345678901234567890", "1e5", "true", '"x"', "a&b=c", "é"]) {
    assert.deepEqual(read(parseSearch(stringifySearch({ q }))), { q });
  }
  assert.equal(stringifySearch({ q: undefined }), "");
});
