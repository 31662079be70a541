import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  externalIdMaxLength,
  isBookingId,
  isExternalId,
  isUuid,
  parseInteractionName,
} from "./identifier.ts";

const uuid = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

/** Texts that mean a UUID to some program or other, and none to this service. */
const almostUuids = [
  "",
  uuid.toUpperCase(),
  uuid.replace("f", "F"),
  `{${uuid}}`,
  `(${uuid})`,
  `urn:uuid:${uuid}`,
  `bookings/${uuid}`,
  ` ${uuid}`,
  `${uuid} `,
  `${uuid}\n`,
  `${uuid}\0`,
  uuid.replaceAll("-", ""),
  uuid.replaceAll("-", "_"),
  uuid.replaceAll("-", "\u2010"),
  uuid.slice(1),
  uuid.slice(0, -1),
  `${uuid}0`,
  uuid.replace("2", "g"),
  uuid.replace("2", "\uff12"),
  "2f6c1d1e6-f0e-4b52-9a34-0d5b2f1b7c11",
  `${uuid},${uuid}`,
  "null",
];

describe("a booking's id", () => {
  test("is a UUID in lower case with its hyphens, of any version (R13, R34)", () => {
    const others = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
    for (const id of [uuid, "01890a5d-ac96-774b-bcce-b302099a8057", ...others]) {
      assert.ok(isBookingId(id) && isUuid(id), id);
    }
    fc.assert(fc.property(fc.uuid(), (id) => isBookingId(id) && isUuid(id)));
  });

  test("with a prefix, braces, upper case, spaces or any other change is none (R17)", () => {
    for (const text of almostUuids) {
      assert.ok(!isBookingId(text) && !isUuid(text), JSON.stringify(text));
    }
  });
});

describe("parseInteractionName", () => {
  test("reads interactions/<uuid> (R12)", () => {
    assert.equal(parseInteractionName(`interactions/${uuid}`), uuid);
  });

  test("refuses every other form (A15)", () => {
    for (const text of almostUuids) {
      assert.equal(parseInteractionName(`interactions/${text}`), null, JSON.stringify(text));
    }
    for (const text of [
      uuid,
      "",
      "interactions",
      "interactions/",
      `/interactions/${uuid}`,
      `interactions/${uuid}/`,
      `interactions//${uuid}`,
      `interactions/${uuid}/activities/tasting`,
      `Interactions/${uuid}`,
      ` interactions/${uuid}`,
      `interaction/${uuid}`,
      `bookings/${uuid}`,
      `interactions:${uuid}`,
      `interactions%2F${uuid}`,
    ]) {
      assert.equal(parseInteractionName(text), null, JSON.stringify(text));
    }
  });
});

describe("an external id", () => {
  test("is any text of 1 to 512 characters, the caller's system decides which (R8, A45)", () => {
    for (const text of [
      "CUST-1001",
      "x",
      " ",
      " CUST ",
      "Zoë",
      "名前",
      "a+b@example.org",
      "'; drop table booking; --",
      "__proto__",
      "null",
      "a\nb",
      "x".repeat(externalIdMaxLength),
    ]) {
      assert.ok(isExternalId(text), JSON.stringify(text));
    }
  });

  test("that has the form of an internal contact id is an ordinary one (R10)", () => {
    assert.ok(isExternalId(`contacts/${uuid}`));
  });

  test("is not empty, not longer than 512 characters, and has no NUL (A45)", () => {
    for (const text of ["", "x".repeat(513), "\0", "CUST\0", "\0CUST", "x".repeat(100_000)]) {
      assert.ok(!isExternalId(text));
    }
  });

  test("is counted in characters, not in halves of them (A45)", () => {
    assert.ok(isExternalId("😀".repeat(512)));
    assert.ok(isExternalId("x".repeat(511) + "😀"));
    assert.ok(!isExternalId("😀".repeat(513)));
    assert.ok(!isExternalId("x".repeat(512) + "😀"));
  });
});
