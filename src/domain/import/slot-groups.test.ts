import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SlotGroups } from "./slot-groups.ts";

const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
const slots = fc.constantFrom(...names);
const moves = fc.array(fc.tuple(slots, slots), { maxLength: 12 });

test("slots between which bookings move are one group, which has the name of its first slot", () => {
  fc.assert(
    fc.property(moves, (pairs) => {
      const groups = new SlotGroups();
      // The same by another way: sets that are joined until none overlaps.
      let sets = names.map((slot) => new Set([slot]));
      for (const [one, other] of pairs) {
        groups.join(one, other);
        const both = sets.filter((set) => set.has(one) || set.has(other));
        const joined = new Set(both.flatMap((set) => [...set]));
        sets = [...sets.filter((set) => !both.includes(set)), joined];
      }
      for (const set of sets) {
        const [first] = [...set].toSorted();
        for (const slot of set) assert.equal(groups.groupOf(slot), first);
      }
      const firsts = new Set(sets.map((set) => [...set].toSorted()[0]));
      const renamed = names.filter((slot) => !firsts.has(slot));
      assert.deepEqual([...groups.renamed()].toSorted(), renamed);
    }),
  );
});
