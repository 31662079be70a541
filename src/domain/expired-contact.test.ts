import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { erasedExternalId, endOfRetention, hasExpired } from "./contact.ts";

const before = Date.UTC(2030, 4, 1);
const contact = (externalId: string, lastSlot: number | null) => ({
  id: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99",
  externalId,
  bookings: lastSlot === null ? 0 : 1,
  lastSlot,
});

describe("B320 a contact's time is over", () => {
  test("when all its slots started before the moment, and not with the one that starts then", () => {
    assert.equal(hasExpired(contact("ann", before - 1), before), true);
    assert.equal(hasExpired(contact("ann", before), before), false);
    assert.equal(hasExpired(contact("ann", before + 1), before), false);
  });

  test("when it has no booking", () => {
    assert.equal(hasExpired(contact("ann", null), before), true);
  });

  test("once: who is erased is known no more", () => {
    const erased = erasedExternalId("2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99");
    assert.equal(hasExpired(contact(erased, before - 1), before), false);
    assert.equal(hasExpired(contact(erased, null), before), false);
    // An id of a caller's that only begins so.
    assert.equal(hasExpired(contact("erased-ann", before - 1), before), true);
    assert.equal(hasExpired(contact(`the-${erased}`, before - 1), before), true);
    assert.equal(hasExpired(contact(`${erased}-2`, before - 1), before), true);
  });

  test("so many days after a slot's start", () => {
    assert.equal(endOfRetention(0, before), before);
    assert.equal(endOfRetention(30, before), Date.UTC(2030, 3, 1));
  });
});
