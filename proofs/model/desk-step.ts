import fc from "fast-check";

export interface ModelTicket {
  readonly cancelledAt: number | null;
  readonly checkedInAt: number | null;
}

/** Both `standard` and `vip` take seats; a slot may limit each of them. */
export const ticketTypes = ["standard", "vip", "open"] as const;
export type TicketType = (typeof ticketTypes)[number];

/** A booking as callers and operators see it. Slots are numbered, times are milliseconds UTC. */
export interface SeenBooking {
  readonly slot: number;
  readonly type: TicketType;
  readonly status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
  readonly bookedAt: number;
  readonly tickets: readonly ModelTicket[];
}

/** A booking's state in a line of a file. */
export interface FileLine extends SeenBooking {
  readonly changedAt: number | null;
}
/** Without `--update`, with it, and with `--overwrite`. */
export type FileMode = "add" | "update" | "overwrite";

/** One act on a campaign's slots. `index` names a booking by the order in which they were made. */
export type DeskStep =
  | {
      readonly kind: "book";
      readonly slot: number;
      readonly type: TicketType;
      readonly tickets: number;
      readonly overbook: boolean;
    }
  /** For an hour: it ends by a release, a booking or a closing. */
  | {
      readonly kind: "hold";
      readonly slot: number;
      readonly type: TicketType;
      readonly tickets: number;
    }
  /** `hold` names a hold by the order in which they were made. */
  | { readonly kind: "release"; readonly hold: number }
  | { readonly kind: "book held"; readonly hold: number }
  /** `ticket` null means all of them. */
  | { readonly kind: "cancel"; readonly index: number; readonly ticket: number | null }
  | {
      readonly kind: "check-in" | "undo-check-in";
      readonly index: number;
      readonly ticket: number | null;
    }
  | { readonly kind: "promote"; readonly index: number; readonly overtake: boolean }
  | {
      readonly kind: "move";
      readonly index: number;
      readonly slot: number;
      readonly type: TicketType;
    }
  | { readonly kind: "capacity"; readonly slot: number; readonly capacity: number }
  /** What the slot says of a type; null takes that away. */
  | {
      readonly kind: "limit";
      readonly slot: number;
      readonly type: "standard" | "vip";
      readonly limit: number | null;
      readonly overbook: boolean;
    }
  /** What `vip` says for all slots; a line of the ticket type. */
  | { readonly kind: "type limit"; readonly limit: number | null }
  | {
      readonly kind: "close";
      readonly slot: number;
      readonly evenIfCheckedIn: boolean;
      readonly dryRun: boolean;
    }
  | {
      readonly kind: "import";
      readonly index: number;
      readonly line: FileLine;
      readonly mode: FileMode;
    };

/** A drawn step. What a line says depends on the booking that it names (`stepOf`). */
export type DrawnStep =
  | Exclude<DeskStep, { kind: "import" }>
  | {
      readonly kind: "import";
      readonly index: number;
      readonly mode: FileMode;
      readonly says: "cancelled" | "confirmed" | "waiting" | "checked in" | "elsewhere";
      readonly age: Age;
      readonly changed: Age | null;
      readonly slot: number;
      readonly type: TicketType;
    };
/** Before the booking was made, after the last but one of its changes here, at the last one, or now. */
type Age = "before" | "between" | "same" | "now";

const index = fc.nat({ max: 5 });
const hold = fc.nat({ max: 2 });
const slot = fc.nat({ max: 1 });
const type = fc.constantFrom<TicketType>("standard", "standard", "vip", "vip", "vip", "open");
const rarely = fc.nat({ max: 9 }).map((dice) => dice === 0);
const limit = fc.option(fc.nat({ max: 3 }), { freq: 3 });
const limitOfType = fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 });
const ticket = fc.constantFrom(null, null, 1, 2);
const age = fc.constantFrom<Age>("before", "between", "same", "now", "now");
const kind = <K extends string>(name: K) => fc.constant(name);

export const drawnSteps: fc.Arbitrary<DrawnStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: kind("book"),
        slot,
        type,
        tickets: fc.integer({ min: 1, max: 2 }),
        overbook: rarely,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind("hold"),
        slot,
        type,
        tickets: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind("release"), hold }) },
    { weight: 2, arbitrary: fc.record({ kind: kind("book held"), hold }) },
    { weight: 3, arbitrary: fc.record({ kind: kind("cancel"), index, ticket }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("check-in" as const, "undo-check-in" as const),
        index,
        ticket,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind("promote"), index, overtake: fc.boolean() }),
    },
    { weight: 4, arbitrary: fc.record({ kind: kind("move"), index, slot, type }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: kind("capacity"), slot, capacity: fc.nat({ max: 4 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind("limit"),
        slot,
        type: fc.constantFrom("standard" as const, "vip" as const, "vip" as const),
        limit,
        overbook: rarely,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind("type limit"), limit: limitOfType }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: kind("close"),
        slot,
        evenIfCheckedIn: fc.boolean(),
        dryRun: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: kind("import"),
        index,
        mode: fc.constantFrom("add", "update", "update", "update", "overwrite"),
        says: fc.constantFrom("cancelled", "confirmed", "waiting", "checked in", "elsewhere"),
        age,
        changed: fc.option(age, { freq: 1 }),
        slot,
        type,
      }),
    },
  ),
  { minLength: 8, maxLength: 20 },
);

/** Writes the line of a drawn import. `booking` is the present state, undefined for a new booking. */
export function stepOf(
  drawn: DrawnStep,
  booking: SeenBooking | undefined,
  times: Readonly<Record<Age, number>>,
): DeskStep {
  if (drawn.kind !== "import") return drawn;
  const { index: named, mode, says, changed } = drawn;
  const at = times[drawn.age];
  const count = booking?.tickets.length ?? 1;
  const all = (cancelledAt: number | null, checkedInAt: number | null) =>
    Array.from({ length: count }, () => ({ cancelledAt, checkedInAt }));
  const place = { slot: drawn.slot, type: drawn.type };
  const own = booking ?? place;
  // Unlimited types never wait.
  const waits = ({ type: its }: { readonly type: TicketType }) =>
    its === "open" ? ({ type: "standard" } as const) : {};
  const states = {
    cancelled: { status: "CANCELLED", bookedAt: at, tickets: all(at, null) },
    confirmed: { status: "CONFIRMED", bookedAt: at, tickets: all(null, null) },
    waiting: { status: "WAITLIST", bookedAt: at, tickets: all(null, null), ...waits(own) },
    "checked in": {
      status: "CONFIRMED",
      bookedAt: Math.min(booking?.bookedAt ?? at, at),
      tickets: all(null, at),
    },
    elsewhere: {
      status: "CONFIRMED",
      bookedAt: at,
      tickets: all(null, null),
      ...booking,
      ...place,
    },
  } as const;
  const line: FileLine = {
    slot: own.slot,
    type: own.type,
    ...states[says],
    ...(says === "elsewhere" && booking?.status === "WAITLIST" && waits(place)),
    changedAt: changed === null ? null : times[changed],
  };
  return { kind: "import", index: named, mode, line };
}
