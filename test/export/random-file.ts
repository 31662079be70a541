import fc from "fast-check";
import { contactLimitCounts } from "../../src/domain/contact-limit.ts";

/** Takes one random value. */
export type Draw = <T>(from: fc.Arbitrary<T>) => T;

const names = fc.oneof(
  fc.constantFrom("", "Ada", "Zoë 🎟", "a/b", "\u2028 and \u0007", '"quoted"', "A\u030A"),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
/** The end of a key; keys differ in what stands before it. */
const tails = fc.oneof(fc.constant(""), fc.string({ unit: "grapheme-ascii", maxLength: 6 }));
const languages = ["fr", "en", "es", "de"];
const texts = fc.dictionary(fc.constantFrom(...languages, "it", "xx"), names, { maxKeys: 3 });
const minutes = fc.option(fc.integer({ min: 1, max: 1440 }));
const bookingCutoffs = fc.option(fc.integer({ min: -1440, max: 525_600 }));
const yearOne = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000;
const instants = fc
  .oneof(
    fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) }),
    fc.constantFrom(Date.UTC(2030, 4, 1, 8), Date.UTC(9999, 11, 31, 23, 59, 59, 999), yearOne, -1),
  )
  .map((instant) => new Date(instant).toISOString());
const pastInstants = fc
  .integer({ min: -1_000, max: Date.UTC(2025, 0, 1) })
  .map((instant) => new Date(instant).toISOString());
const ids = fc.uuid({ version: 4 });

/** A good data file of a few campaigns, whose slots may be overbooked. */
export function drawFile(draw: Draw): object[] {
  const contacts = fc.constantFrom("CUST-1", "CUST-1 ", "cust-1", `€${draw(tails)}`);
  const groups = drawKeys(draw, 2);
  const lines: object[] = groups.map((unique_key) => ({
    kind: "group",
    unique_key,
    display_name: draw(names),
  }));
  for (const public_key of drawKeys(draw, 2)) {
    lines.push(drawInteraction(draw, public_key, draw(fc.constantFrom(...groups))));
    for (const activity of drawKeys(draw, 2)) {
      lines.push(...drawActivity(draw, { interaction: public_key, activity }, contacts));
    }
  }
  return lines;
}

function drawKeys(draw: Draw, max: number): string[] {
  const count = draw(fc.integer({ min: 1, max }));
  return Array.from({ length: count }, (_, index) => `${index}${draw(tails)}`);
}

function drawInteraction(draw: Draw, public_key: string, group: string): object {
  const offered = draw(fc.shuffledSubarray(languages, { minLength: 1 }));
  return {
    kind: "interaction",
    public_key,
    id: draw(fc.option(ids)),
    group,
    timezone: draw(fc.constantFrom("Europe/Paris", "Asia/Kolkata", "UTC")),
    default_language: offered[0],
    languages: draw(fc.boolean()) ? offered : offered.toReversed(),
    cancellation_cutoff_minutes: draw(fc.option(fc.nat(100))),
    booking_cutoff_minutes: draw(bookingCutoffs),
    waitlist_promotion: draw(fc.option(fc.constantFrom("manual", "automatic"))),
    waitlist_offer_minutes: draw(fc.option(fc.integer({ min: 1, max: 10_080 }))),
    reminder_minutes: draw(
      fc.option(
        fc.uniqueArray(fc.integer({ min: 5, max: 43_200 }), { minLength: 1, maxLength: 3 }),
      ),
    ),
    title: draw(fc.option(texts)),
    tickets_per_contact: draw(fc.option(fc.integer({ min: 1, max: 9 }))),
    contact_limit_counts: draw(fc.option(fc.constantFrom(...contactLimitCounts))),
  };
}

interface Place {
  readonly interaction: string;
  readonly activity: string;
}

function drawActivity(draw: Draw, place: Place, contacts: fc.Arbitrary<string>): object[] {
  const hosts = draw(fc.boolean()) ? drawKeys(draw, 2) : [];
  const types = drawKeys(draw, 2);
  const named = (kind: string) => (id: string) => ({
    kind,
    ...place,
    id,
    display_name: draw(names),
    ...(kind === "host" ? { slot_duration_in_minutes: draw(minutes) } : drawLimits(draw)),
  });
  const lines: object[] = [
    {
      kind: "activity",
      interaction: place.interaction,
      id: place.activity,
      title: draw(texts),
      location_hint: draw(fc.option(texts)),
      slot_duration_in_minutes: draw(minutes),
    },
    ...hosts.map(named("host")),
    ...types.map(named("ticket_type")),
  ];
  for (const host of hosts.length > 0 ? hosts : [null]) {
    for (const starting_at of draw(fc.uniqueArray(instants, { maxLength: 2 }))) {
      const slot = { ...place, host, starting_at, capacity: draw(fc.nat(3)) };
      lines.push({ kind: "slot", ...slot, slot_duration_in_minutes: draw(minutes) });
      for (let left = draw(fc.nat(3)); left > 0; left -= 1) {
        lines.push({
          kind: "booking",
          booking: draw(ids),
          external_id: draw(contacts),
          ...place,
          host,
          slot_starting_at: starting_at,
          ticket_type: draw(fc.constantFrom(...types)),
          ...drawState(draw),
        });
      }
    }
  }
  return lines;
}

/** Whether a ticket type takes seats, its limits, and when it is bookable. */
export function drawLimits(draw: Draw): object {
  const has_limited_capacity = draw(fc.boolean());
  const limit = fc.option(fc.integer({ min: 1, max: 9 }));
  const window = draw(fc.uniqueArray(instants, { minLength: 2, maxLength: 2 })).toSorted();
  return {
    has_limited_capacity,
    tickets_per_contact: draw(limit),
    capacity_per_slot: has_limited_capacity ? draw(limit) : null,
    booking_cutoff_minutes: draw(bookingCutoffs),
    bookable_from: draw(fc.option(fc.constant(window[0]))),
    bookable_until: draw(fc.option(fc.constant(window[1]))),
  };
}

/** The state of a booking, as another system may have it. */
export function drawState(draw: Draw): object {
  const booking_status = draw(fc.constantFrom("CONFIRMED", "WAITLIST", "CANCELLED"));
  const ticket = () => ({
    cancelled_at: booking_status === "CANCELLED" || draw(fc.boolean()) ? draw(pastInstants) : null,
    attendee: {
      display_name: draw(fc.option(names)),
      checked_in_at: draw(fc.option(pastInstants)),
    },
  });
  const count = draw(fc.integer({ min: 1, max: 3 }));
  return {
    booking_status,
    booked_at: draw(pastInstants),
    tickets: Array.from({ length: count }, ticket),
  };
}
