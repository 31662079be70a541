import assert from "node:assert/strict";
import { test } from "node:test";
import { transitionsOfEvent, type BookingEventKind } from "../../../../src/domain/booking.ts";
import { changeOfEvent } from "../../../../src/domain/change-feed.ts";
import { changeWords, wordsOfChange } from "./change-words.ts";

test("every kind of change in the feed has words, and no other has", () => {
  const kinds = Object.keys(transitionsOfEvent) as BookingEventKind[];
  const inFeed = kinds.flatMap((kind) => [
    changeOfEvent(kind, "CONFIRMED"),
    changeOfEvent(kind, "WAITLIST"),
  ]);
  const known = new Set([...inFeed, "capacity-changed", "slot-changed", "slot-closed"]);
  assert.deepEqual(Object.keys(changeWords).toSorted(), [...known].toSorted());
  assert.equal(wordsOfChange("something-new").words, "something-new");
});
