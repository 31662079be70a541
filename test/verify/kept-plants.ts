import { uuidLike } from "../harness/query.ts";
import {
  addEvent,
  atDay,
  automatic,
  id,
  inOrder,
  isBooking,
  isOf,
  isSlotAtStart,
  isSlotWaited,
  promote,
  seeded,
  slotAtStart,
  slotOfWaited,
  type Seeded,
} from "./clean-data.ts";
import type { Plant } from "./plant.ts";

const forEver = Date.UTC(2030, 0, 1);
const minute = 60_000;

interface Kept {
  readonly where?: string;
  readonly tickets?: number;
  readonly state?: "live" | "ended";
  readonly until?: number;
  /** Whose ticket type it has. */
  readonly like?: Seeded;
  /** Whose offer it is; absent for a hold. */
  readonly of?: Seeded;
}

/** A row of seats that are kept, with which no seat is taken yet. */
function keep({
  where = isSlotAtStart,
  tickets = 1,
  state = "live",
  until = forEver,
  like = "pair",
  of,
}: Kept): string {
  const endedAt = state === "live" ? "null" : atDay(20);
  return `
    insert into hold
    select
      1, ${uuidLike(7)}, number, (select ticket_type_number from booking where ${isBooking(like)}), null,
      ${of === undefined ? "null" : id(of)}, ${tickets}, '${state}', ${atDay(9)}, 300, ${until}, ${until}, ${endedAt}, null
    from slot
    where ${where};`;
}

/** As many seats more are taken. */
const take = (seats: number, where = isSlotAtStart) =>
  `update slot set taken = taken + ${seats}, capacity = 9 where ${where};`;

const offered = (name: Seeded, day: number, number = 2) =>
  addEvent(name, [number, "offered", "WAITLIST"], day);
const lapsed = (name: Seeded, day: number, number = 3) =>
  addEvent(name, [number, "offer-ended", "WAITLIST"], day);
const accepted = `'{"seats_taken":1,"accepted":true}'`;

/** No other slot of the campaign has a free seat. */
const keepsOthersFull = `update slot set capacity = taken where account_id = 1 and not (${isSlotWaited});`;

/** A server marked its clock then. */
const servedAt = (at: number) => `insert into clock_mark values (1, ${at});`;

/** A hold whose end has passed, and no server since. */
export const leftSeat = keep({ until: atDay(30) }) + take(1);

/** What breaks the laws where seats are kept for a while, and what does not. */
export const keptPlants: readonly Plant[] = [
  { name: "a held seat", sql: keep({}) + take(1) },
  {
    name: "a held seat that nobody counts",
    sql: keep({}),
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  {
    name: "a seat of a hold that ended",
    sql: keep({ state: "ended" }) + take(1),
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  { name: "a hold of an unlimited ticket type", sql: keep({ like: "open", tickets: 2 }) },
  { name: "an offered seat", sql: keep({ of: "waiting" }) + take(1) },
  {
    name: "an offered seat that nobody counts",
    sql: keep({ of: "waiting", tickets: 2 }) + take(1),
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  {
    name: "more of a type than its limit, by a hold",
    sql: `${keep({})}${take(1)} update ticket_type set capacity_per_slot = 2
      where number = (select ticket_type_number from booking where ${isBooking("pair")});`,
    finds: [`type-within-its-limit ${slotAtStart}`],
  },
  {
    name: "a free seat beside the first in line, whose offer is live",
    sql:
      automatic +
      keepsOthersFull +
      keep({ where: isSlotWaited, of: "wait1", tickets: 2 }) +
      `update slot set taken = 4, capacity = 5 where ${isSlotWaited};
       update booking set booking_status = 'WAITLIST' where ${isBooking("wait2")};`,
    finds: [`nobody-waits-for-a-free-seat ${slotOfWaited}`],
  },
  {
    name: "a free seat beside those who had an offer that ended, or have one",
    sql:
      automatic +
      keepsOthersFull +
      ["wait1", "wait2", "wait3"]
        .map((name, index) =>
          keep({
            where: isSlotWaited,
            of: name as Seeded,
            state: index === 0 ? "live" : "ended",
            tickets: 2,
          }).replace(uuidLike(7), uuidLike(index + 1)),
        )
        .join("") +
      `update slot set taken = 4, capacity = 9 where ${isSlotWaited};`,
  },

  {
    name: "a hold whose end has passed, and a server since",
    sql: keep({ until: atDay(30) }) + take(1) + servedAt(atDay(31)),
    finds: [`seats-end-in-time ${slotAtStart}`],
  },
  {
    name: "a hold whose end has passed since the last server ran",
    sql: keep({ until: atDay(30) }) + take(1) + servedAt(atDay(29)),
  },
  {
    name: "a hold whose end had passed for a minute when a server ran",
    sql: keep({ until: atDay(30) }) + take(1) + servedAt(atDay(30) + minute),
    finds: [`seats-end-in-time ${slotAtStart}`],
  },
  {
    name: "a hold whose end had passed for less than a minute when a server ran",
    sql: keep({ until: atDay(30) }) + take(1) + servedAt(atDay(30) + minute - 1),
  },
  {
    name: "a hold that ended in time, and a server since",
    sql: keep({ until: atDay(30), state: "ended" }) + servedAt(atDay(31)),
  },

  {
    name: "somebody promoted past one who had an offer",
    sql: inOrder + offered("wait1", 9) + promote("wait2", 10),
  },
  {
    name: "somebody promoted past one who got an offer afterwards",
    sql: inOrder + promote("wait2", 10) + offered("wait1", 11),
    finds: [`nobody-overtaken ${seeded.wait2.booking}`],
  },
  {
    name: "somebody promoted past one whose offer had ended",
    sql: inOrder + offered("wait1", 8) + lapsed("wait1", 9) + promote("wait2", 10),
  },
  {
    name: "an offer past the first in line",
    sql: inOrder + offered("wait2", 10),
    finds: [`nobody-overtaken ${seeded.wait2.booking}`],
  },
  { name: "an offer to the first in line", sql: inOrder + offered("wait1", 10) },
  {
    name: "an offer that is accepted, past one who came to the waitlist since it was made",
    sql:
      inOrder +
      offered("wait2", 10) +
      promote("wait2", 12, accepted, 3) +
      importedSince("wait1", 11),
  },
  {
    name: "somebody promoted who had an offer, past one who came since, and accepted nothing",
    sql:
      inOrder + offered("wait2", 10) + promote("wait2", 12, "null", 3) + importedSince("wait1", 11),
    finds: [`nobody-overtaken ${seeded.wait2.booking}`],
  },
  {
    name: "another offer to one whose offer had ended, past who waits",
    sql: inOrder + offered("wait1", 8) + lapsed("wait1", 9) + offered("wait1", 10, 4),
    finds: [`nobody-overtaken ${seeded.wait1.booking}`],
  },
  {
    name: "another offer to one whose offer had ended, when nobody else waits",
    sql:
      inOrder +
      offered("wait1", 8) +
      lapsed("wait1", 9) +
      promote("wait2", 10) +
      promote("wait3", 10) +
      offered("wait1", 11, 4),
  },
];

/** The entry is as old as before, but came to the service by an import on that day. */
function importedSince(name: Seeded, day: number): string {
  return `
    update booking_event
    set kind = 'imported', recorded_at = ${atDay(day)}
    where ${isOf(name)} and number = 1;`;
}
