import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  exceededBy,
  exceededLimit,
  limitsFor,
  limitsOf,
  type HeldTickets,
} from "./contact-limit.ts";

const limit = fc.option(fc.integer({ min: 1, max: 8 }));
const catalogue = fc.record({
  ofCampaign: limit,
  types: fc.array(limit, { minLength: 1, maxLength: 3 }),
});

/** A contact's tickets of the types of one campaign. */
const contact = catalogue.chain(({ ofCampaign, types }) =>
  fc.tuple(...types.map(() => fc.nat(5))).map((counts) =>
    counts.map((tickets, index): HeldTickets => ({
      interaction: "pk_summer",
      activity: "tasting",
      ticketType: `type-${index}`,
      tickets,
      counts: "all",
      period: "",
      ofType: types[index] ?? null,
      ofCampaign,
    })),
  ),
);

test("A84 tickets fit exactly while those of the type and of the campaign stay within their limits", () => {
  fc.assert(
    fc.property(contact, fc.integer({ min: 1, max: 5 }), (held, more) => {
      const [first] = held as [HeldTickets, ...HeldTickets[]];
      const total = held.reduce((sum, { tickets }) => sum + tickets, 0);
      const exceeded = exceededLimit(limitsFor(limitsOf(held), first), more);
      const { ofType, ofCampaign } = first;
      const fits =
        (ofType === null || first.tickets + more <= ofType) &&
        (ofCampaign === null || total + more <= ofCampaign);
      assert.equal(exceeded === null, fits);
      if (exceeded !== null) assert.ok(exceeded.held + more > exceeded.limit);
    }),
  );
});

test("A84 what adds no ticket fits also above a limit", () => {
  fc.assert(fc.property(contact, (held) => assert.equal(exceededLimit(limitsOf(held), 0), null)));
});

test("A84 tickets that are given exceed the limits that they raise above the limit, and no others", () => {
  fc.assert(
    fc.property(contact, fc.nat(2), fc.nat(5), (own, at, tickets) => {
      const one = own[at % own.length] as HeldTickets;
      const added = { ...one, tickets };
      const [before, after] = [limitsOf(own), limitsOf([...own, added])];
      const expected = after.filter(
        ({ held, limit: most }, index) => held > most && held > (before[index]?.held ?? 0),
      );
      assert.deepEqual(exceededBy({ own, added: [added] }), expected);
    }),
  );
});
