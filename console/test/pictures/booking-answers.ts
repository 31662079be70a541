import type { Booking, Explanation, Operations, Slot } from "../../src/api/operations.ts";

const account = "acme/production";
const place = { interaction: "pk_summer", activity: "tasting" } as const;
const today = "2031-05-05";

type Event = Booking["history"][number];

function event(number: number, kind: string, status: string, details: unknown): Event {
  const at = `2031-04-0${number}T09:${10 + number}:00Z`;
  const request_id = number === 1 ? `req-${number}` : null;
  const base = { number, event: kind, booking_status: status, at, recorded_at: at };
  return {
    ...base,
    actor: number === 1 ? "client bsc_shop" : "operator: ada",
    request_id,
    details,
  };
}

function booking(index: number, fields: Partial<Booking> = {}): Booking {
  const names = ["Ann Archer", "Bob Baker", "Cleo Carter", "Dora Dupont", "Émile Étienne"];
  const status = fields.booking_status ?? "CONFIRMED";
  return {
    booking: `2f6c1d1e-6f0e-4b52-9a34-00000000000${index}`,
    account,
    external_id: `CUST-104${index}`,
    ...place,
    slot_starting_at: "2031-05-06T08:00:00Z",
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: `2031-04-0${index}T09:11:00Z`,
    tickets: [
      {
        number: 1,
        cancelled_at: status === "CANCELLED" ? "2031-04-09T10:00:00Z" : null,
        attendee: { display_name: names[index % names.length] ?? null, checked_in_at: null },
      },
    ],
    history: [
      event(1, "booked", status, { tickets: 1, seats_taken: status === "CONFIRMED" ? 1 : 0 }),
    ],
    ...fields,
  };
}

const party = booking(1, {
  tickets: ["Ann Archer", "Bob Baker", null].map((display_name, index) => ({
    number: index + 1,
    cancelled_at: index === 2 ? "2031-04-03T09:13:00Z" : null,
    attendee: { display_name, checked_in_at: null },
  })),
  history: [
    event(1, "booked", "WAITLIST", { tickets: 3, seats_taken: 0 }),
    event(2, "promoted", "CONFIRMED", { seats_taken: 3, automatic: true }),
    event(3, "ticket-cancelled", "CONFIRMED", {
      cancelled_tickets: [3],
      seats_freed: 1,
      reason: "one of us is ill",
    }),
    event(4, "moved", "CONFIRMED", {
      from: {
        activity: "tasting",
        slot_starting_at: "2031-05-05T08:00:00Z",
        ticket_type: "standard",
      },
      to: {
        activity: "tasting",
        slot_starting_at: "2031-05-06T08:00:00Z",
        ticket_type: "standard",
      },
      seats_freed: 2,
      seats_taken: 2,
    }),
  ],
});

const waiting = [
  booking(4, { booking_status: "WAITLIST" }),
  booking(5, { booking_status: "WAITLIST" }),
] as const;

export const bookings: readonly Booking[] = [
  party,
  booking(2),
  booking(3),
  ...waiting,
  booking(6, { booking_status: "CANCELLED" }),
];

/** At the door today: some are there. */
export const expectedToday: readonly Booking[] = [1, 2, 3, 4, 5].map((index) =>
  booking(index, {
    slot_starting_at: `${today}T${index < 4 ? "08" : "12"}:00:00Z`,
    tickets: [
      {
        number: 1,
        cancelled_at: null,
        attendee: {
          display_name:
            ["Ann Archer", "Bob Baker", "Cleo Carter", "Dora Dupont", null][index - 1] ?? null,
          checked_in_at: index === 2 ? `${today}T07:55:00Z` : null,
        },
      },
    ],
  }),
);

export const explained: Explanation = {
  ...party,
  cancellable: true,
  rules: [
    {
      name: "live-ticket",
      rule: "A ticket is live.",
      at: null,
      passed: true,
      facts:
        "The booking is CONFIRMED since 2031-04-22T09:11:00Z. Ticket 1 is live. Ticket 2 is live.",
    },
    {
      name: "no-check-in",
      rule: "No attendee of a live ticket has checked in.",
      at: null,
      passed: true,
      facts:
        "The attendee of ticket 1 has not checked in. The attendee of ticket 2 has not checked in.",
    },
    {
      name: "cut-off",
      rule: "The cut-off passes only at 2031-05-05T08:00:00Z.",
      at: "2031-05-05T08:00:00Z",
      passed: true,
      facts: "The slot starts at 2031-05-06T08:00:00Z; it is 2031-05-01T08:00:00Z.",
    },
  ],
};

export const waitlist: Operations["showWaitlist"]["answer"] = {
  items: waiting.map((each, index) => ({
    ...each,
    waitlist: {
      position: index + 1,
      seats_needed: 1,
      type_seats_free: null,
      limited_by: null,
      seats_free: 0,
      blocked_by: null,
      promotion: "automatic",
      why: `It is number ${index + 1} on the waitlist and needs 1 seat; none is free.`,
    },
  })),
};

/** Two weeks of mornings and noons. */
export const slots: readonly Slot[] = Array.from({ length: 14 }, (_, day) => day).flatMap((day) =>
  [8, 10, 12, 14].map((hour, index) => {
    const capacity = 12;
    const taken = (day * 5 + hour * 3 + index) % 14;
    return {
      ...place,
      starting_at: new Date(Date.UTC(2031, 4, 5 + day, hour)).toISOString().replace(".000Z", "Z"),
      timezone: "Europe/Paris",
      capacity,
      closed: false,
      taken,
      held: 0,
      free: Math.max(0, capacity - taken),
      overbooked_by: Math.max(0, taken - capacity),
      waiting_tickets: taken >= capacity ? 3 : 0,
      slot_duration_in_minutes: 45,
      ticket_types: {
        vip: { capacity: 2, taken: index % 3, free: 2 - (index % 3), waiting: 0, own: false },
      },
      availability: {},
      etag: '"1"',
    };
  }),
);

export const slot: Slot = {
  ...place,
  starting_at: "2031-05-06T08:00:00Z",
  timezone: "Europe/Paris",
  capacity: 4,
  closed: false,
  taken: 4,
  held: 0,
  free: 0,
  overbooked_by: 0,
  waiting_tickets: 2,
  slot_duration_in_minutes: 45,
  ticket_types: { vip: { capacity: 1, taken: 0, free: 1, waiting: 0, own: true } },
  availability: {},
  etag: '"1"',
};

export const changes: Operations["listChanges"]["answer"] = {
  cursor: "0123456789ab-6-6-0123456789ab",
  changes: [
    ["imported", bookings[5]],
    ["booked", bookings[1]],
    ["waitlisted", bookings[3]],
    ["cancelled", bookings[5]],
    ["moved", party],
  ].map(([change, line], index) => ({
    cursor: `0123456789ab-${index + 1}`,
    at: `2031-05-05T08:0${index}:00Z`,
    change: change as string,
    actor: index % 2 === 0 ? "operator: ada" : "client bsc_shop",
    request_id: index % 2 === 0 ? null : "01J8Z4V9S1T2M3N4P5Q6R7S8T9",
    booking: line,
  })),
};

const noneOf = {
  confirmed: 0,
  waiting: 0,
  cancelled: 0,
  promoted: 0,
  tickets: 0,
  checked_in: 0,
  no_shows: 0,
  capacity: 0,
  taken: 0,
  cancelled_by_caller: 0,
  cancelled_by_operator: 0,
  cancelled_by_import: 0,
  cancelled_after_start: 0,
  cancelled_within_day: 0,
  cancelled_within_week: 0,
  cancelled_earlier: 0,
};
type Figures = typeof noneOf;

const days = Array.from({ length: 14 }, (_, index) => {
  const [tickets, cancelled] = [18 + ((index * 7) % 13), 2 + (index % 4)];
  const isPast = index < 13;
  const checked_in = isPast ? tickets - (index % 3) - 1 : 4;
  return {
    ...noneOf,
    confirmed: Math.ceil(tickets / 2),
    waiting: index % 5,
    cancelled,
    promoted: index % 3,
    tickets,
    checked_in,
    no_shows: isPast ? tickets - checked_in : 0,
    capacity: 32,
    taken: tickets,
    cancelled_by_caller: cancelled - (index % 2),
    cancelled_by_operator: index % 2,
    cancelled_within_day: 1,
    cancelled_within_week: cancelled - 1,
  };
});
const withShare = (figures: Figures) => ({
  ...figures,
  occupancy: Math.round((1_000 * figures.taken) / figures.capacity) / 10,
});
const names = Object.keys(noneOf) as (keyof Figures)[];

/** Two weeks of the account. */
export const report: Operations["showReport"]["answer"] = {
  by: "day",
  rows: days.map((figures, index) => ({
    day: new Date(Date.UTC(2031, 3, 22 + index)).toISOString().slice(0, 10),
    ...withShare(figures),
  })),
  total: withShare(
    Object.fromEntries(
      names.map((name) => [name, days.reduce((sum, figures) => sum + figures[name], 0)]),
    ) as Figures,
  ),
  reasons: [
    { reason: "The guide is ill", bookings: 5 },
    { reason: "Storm", bookings: 2 },
  ],
};
