import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { keyboardLayouts } from "./keyboard-layouts.ts";
import { readScan } from "./scanned-code.ts";
import { codeKeys, looksLikeCode, readThroughLayouts } from "./through-layouts.ts";

/** The same ids at each run. */
const ids = Array.from({ length: 40 }, (_, number) => {
  const hex = createHash("sha256").update(String(number)).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
});

function typedOn(layout: string, text: string): string {
  const typed = Array.from(layout);
  return Array.from(text, (key) => typed[codeKeys.indexOf(key)] ?? key).join("");
}

const booking = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

/** Typed by hand from pictures of the keyboards, not from the table. */
const known: Readonly<Record<string, string>> = {
  "French AZERTY": "éf-c&d&e)-fàe)'b(é)çq\"')àd(béf&bèc&&",
  "Belgian AZERTY": "éf§c&d&e)§fàe)'b(é)çq\"')àd(béf&bèc&&",
  "a link on French AZERTY": "httpsM!!tickets:exqmple!t!éf-c&d&e)-fàe)'b(é)çq\"')àd(béf&bèc&&",
  Czech: "ěfžc+d+e=žfée=čbřě=íašč=édřběf+býc++",
  "Turkish F": "2a6v1e1ğ/6a0ğ/4ç52/9u34/0e5ç2a1ç7v11",
  "Turkish Q": "2f6c1d1e*6f0e*4b52*9a34*0d5b2f1b7c11",
  Dvorak: "2u6j1e1.[6u0.[4x52[9a34[0e5x2u1x7j11",
  German: "2f6c1d1eß6f0eß4b52ß9a34ß0d5b2f1b7c11",
  Russian: "2а6с1в1у-6а0у-4и52-9ф34-0в5и2а1и7с11",
};

describe("a code is read as a keyboard types it:", () => {
  for (const [keyboard, typed] of Object.entries(known)) {
    test(keyboard, () => assert.deepEqual(readScan(typed), { kind: "booking", booking }));
  }
});

test("a text that two layouts read otherwise, or that goes on, is no booking", () => {
  // Bulgarian: ф is b, а is d. Macedonian: ф is f, а is a.
  const twofold = "2ф6а1а1е-6ф0е-4ф52-9а34-0а5ф2ф1е7а11";
  assert.deepEqual([...readThroughLayouts(twofold)].toSorted(), [
    "2b6d1d1e-6b0e-4b52-9d34-0d5b2b1e7d11",
    "2f6a1a1e-6f0e-4f52-9a34-0a5f2f1e7a11",
  ]);
  for (const text of [twofold, `${known["French AZERTY"]}&`, `&${known["French AZERTY"]}`]) {
    assert.deepEqual(readScan(text), { kind: "words", text });
  }
});

test("a code of a layout that cannot be told from another one is words that look like a code", () => {
  const colemak = "2t6c1s1f-6t0f-4b52-9a34-0s5b2t1b7c11";
  assert.deepEqual(readScan(colemak), { kind: "words", text: colemak });
  assert.ok(looksLikeCode(colemak));
  for (const text of [
    "CUST-1",
    booking,
    booking.slice(1),
    "a name of thirty-six characters, not a code",
  ]) {
    assert.ok(!looksLikeCode(text), text);
  }
});

describe("a code that a scanner for US keyboards types is read on a computer with the layout", () => {
  for (const [layouts, typed] of keyboardLayouts) {
    test(layouts, () => {
      for (const booking of ids) {
        const text = typedOn(typed, booking);
        const read = readScan(text);
        // Two layouts may read a text otherwise: then it is no booking, and never another one.
        if (read.kind === "words") assert.ok(looksLikeCode(text) && text.length >= 36, text);
        else assert.deepEqual(read, { kind: "booking", booking }, text);
      }
      const read = ids.filter((booking) => readScan(typedOn(typed, booking)).kind === "booking");
      assert.ok(read.length >= 39, `${read.length} of 40`);
    });
  }
});
