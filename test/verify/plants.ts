import { uuidLike } from "../harness/query.ts";
import { engine } from "../harness/test-database.ts";
import { keptPlants } from "./kept-plants.ts";
import type { Plant } from "./plant.ts";
import {
  addEvent,
  atDay,
  automatic,
  bookedByTheService,
  cancel,
  id,
  inOrder,
  isBooking,
  isOf,
  isSlotAtStart,
  isSlotWaited,
  promote,
  seeded,
  slotAtStart,
  slotOfAnn,
  slotOfBob,
  slotOfTour,
  slotOfWaited,
  slotWithoutHost,
  tourStart,
  waitedStart,
  winterStart,
  type Seeded,
} from "./clean-data.ts";

const onBooking = (law: string, name: Seeded) => `${law} ${seeded[name].booking}`;

const summer = "(select id from interaction where account_id = 1 and public_key = 'pk_summer')";

/** The number of a ticket type of the campaign's activity. */
function numberOfType(type: string, activity = "tasting"): string {
  return `(select number from ticket_type where account_id = 1 and interaction_id = ${summer} and activity_id = '${activity}' and id = '${type}')`;
}

/** The details of the event by which a contact gave a booking away. */
function givenBy(number: number): string {
  const idOf = (of: number) => `00000000-0000-4000-8000-${String(of).padStart(12, "0")}`;
  return `'{"contact":["${idOf(number)}","${idOf(9002)}"]}'`;
}

/** The ticket type of `pair`, which has two live tickets of it in the slot at the start. */
const isTypeOfPair = `account_id = 1 and interaction_id = ${summer} and activity_id = 'tasting' and id = 'standard'`;

/** A limit of a slot's own, or one that held until a time of the past. */
function ownLimit(
  capacity: number | null,
  {
    type = "standard",
    where = isSlotAtStart,
    overbooked = 0,
    until = Number.MAX_SAFE_INTEGER,
  } = {},
): string {
  return `
    insert into type_limit
    select account_id, number, ${until}, ${numberOfType(type)}, ${capacity}, ${overbooked}
    from slot
    where ${where};`;
}

/** `wait1` waits for two tickets of a type, and `wait2` for one of another. */
function waitsForVip(perSlot: number | null): string {
  return `
    ${inOrder}
    insert into ticket_type
      (account_id, interaction_id, activity_id, id, display_name, has_limited_capacity, capacity_per_slot, number)
    values (1, ${summer}, 'tasting', 'vip', 'VIP', 1, ${perSlot}, 9001);
    update booking set ticket_type_number = ${numberOfType("vip")} where ${isBooking("wait1")};`;
}

/** The database has had cut-offs for ever. */
const judged = "update schema_migration set applied_at = 0;";

const pastVip = `'{"passed":[{"passed_over":"vip"}]}'`;

export const plants: readonly Plant[] = [
  ...keptPlants,
  {
    name: "a seat for the waitlist",
    sql: `update slot set taken = 3 where ${isSlotAtStart}`,
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  {
    name: "a seat too few",
    sql: `update slot set taken = 1 where ${isSlotAtStart}`,
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  {
    name: "seats of an unlimited ticket type",
    sql: `update slot set taken = 4, capacity = 5 where ${isSlotAtStart}`,
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },
  {
    name: "seats on a slot whose bookings hold none",
    sql: `
      update slot set taken = 0 where account_id = 1 and host_id = 'bob';
      update booking set ticket_type_number = ${numberOfType("open", "workshop")} where ${isBooking("withBob")};
      update slot set taken = 1 where account_id = 1 and host_id = 'bob'`,
    finds: [`seats-equal-live-tickets ${slotOfBob}`],
  },
  {
    name: "a seat not given back with its ticket",
    sql: `update ticket set cancelled_at = 1 where ${isOf("pair")} and number = 1`,
    finds: [`seats-equal-live-tickets ${slotAtStart}`],
  },

  {
    name: "more seats than there are",
    sql: `update slot set capacity = 1 where ${isSlotAtStart}`,
    finds: [`seats-within-capacity ${slotAtStart}`],
  },
  {
    name: "more seats than were overbooked on purpose",
    sql: `update slot set capacity = 0, overbooked_by = 1 where ${isSlotAtStart}`,
    finds: [`seats-within-capacity ${slotAtStart}`],
  },
  {
    name: "as many seats as were overbooked on purpose",
    sql: `update slot set capacity = 0, overbooked_by = 2 where ${isSlotAtStart}`,
  },

  {
    name: "more of a type than the limit of the type",
    sql: `update ticket_type set capacity_per_slot = 1 where ${isTypeOfPair}`,
    finds: [`type-within-its-limit ${slotAtStart}`, `type-within-its-limit ${slotOfWaited}`],
  },
  {
    name: "more of a type than the slot's own limit",
    sql: `update ticket_type set capacity_per_slot = 2 where ${isTypeOfPair};${ownLimit(1)}`,
    finds: [`type-within-its-limit ${slotAtStart}`],
  },
  {
    name: "as many of a type as the slot's own limit, and more than the type's",
    sql: `
      update ticket_type set capacity_per_slot = 1 where ${isTypeOfPair};
      ${ownLimit(2) + ownLimit(2, { where: isSlotWaited })}`,
  },
  {
    name: "as many of a type as were overbooked on purpose",
    sql: ownLimit(1, { overbooked: 1 }),
  },
  {
    name: "more of a type than a limit of the past",
    sql: ownLimit(1, { until: atDay(20) }),
  },

  {
    name: "a seat given back by somebody who waited",
    sql: inOrder + cancel("wait1", 10, `'{"cancelled_tickets":[1,2],"seats_freed":2}'`),
    finds: [onBooking("waitlist-holds-no-seat", "wait1")],
  },
  {
    name: "no seat given back by somebody who waited",
    sql: inOrder + cancel("wait1", 10, `'{"cancelled_tickets":[1,2],"seats_freed":0}'`),
  },
  {
    name: "a seat given back by somebody who had waited before",
    sql: `
      ${inOrder}
      ${promote("wait1", 10)}
      ${addEvent("wait1", [3, "ticket-cancelled", "CONFIRMED"], 11, `'{"seats_freed":1}'`)}
      update ticket set cancelled_at = 1 where ${isOf("wait1")} and number = 1;
      update slot set taken = taken - 1 where ${isSlotWaited}`,
  },

  {
    name: "a live ticket of a cancelled booking",
    sql: `update ticket set cancelled_at = null where ${isOf("ended")} and number = 2`,
    finds: [onBooking("cancelled-without-live-ticket", "ended")],
  },
  {
    name: "a confirmed booking whose only ticket ended",
    sql: `update ticket set cancelled_at = 1 where ${isOf("open")}`,
    finds: [onBooking("confirmed-without-ticket", "open")],
  },
  {
    name: "a waiting booking whose tickets ended",
    sql: `update ticket set cancelled_at = 1 where ${isOf("waiting")}`,
  },
  {
    name: "a booking without any ticket",
    sql: `delete from ticket where ${isOf("ended")}`,
    finds: [onBooking("tickets-numbered-from-one", "ended")],
  },
  {
    name: "a confirmed booking without any ticket",
    sql: `delete from ticket where ${isOf("open")}`,
    finds: [
      onBooking("confirmed-without-ticket", "open"),
      onBooking("tickets-numbered-from-one", "open"),
    ],
  },
  {
    name: "a first ticket that is not number 1",
    sql: `update ticket set number = 2 where ${isOf("open")}`,
    finds: [onBooking("tickets-numbered-from-one", "open")],
  },
  {
    name: "a gap between tickets",
    sql: `update ticket set number = 3 where ${isOf("ended")} and number = 2`,
    finds: [onBooking("tickets-numbered-from-one", "ended")],
  },

  {
    name: "a check-in of years ahead",
    sql: `update ticket set attendee_checked_in_at = ${Date.UTC(2100, 0, 1)} where ${isOf("open")} and number = 1`,
    finds: [onBooking("dated-in-the-future", "open")],
  },
  {
    name: "an event of years ahead",
    sql: addEvent("open", [2, "checked-in", "CONFIRMED"], 40_000),
    finds: [onBooking("dated-in-the-future", "open")],
  },

  {
    name: "another booked_at",
    sql: `update booking set booked_at = booked_at + 1 where ${isBooking("open")}`,
    finds: [onBooking("booked-at-is-last-status-event", "open")],
  },
  {
    name: "another booked_at, and a check-in since",
    sql: `
      update booking set booked_at = booked_at + 1 where ${isBooking("open")};
      ${addEvent("open", [2, "checked-in", "CONFIRMED"], 20)}`,
    finds: [onBooking("booked-at-is-last-status-event", "open")],
  },
  {
    name: "a booked_at that a later cancel left behind",
    sql: `
      ${cancel("open", 20)}
      update booking set booked_at = ${atDay(19)} where ${isBooking("open")}`,
    finds: [onBooking("booked-at-is-last-status-event", "open")],
  },
  {
    name: "a booked_at that an import moved",
    sql: `
      ${addEvent("open", [2, "updated", "CONFIRMED"], 20)}
      update booking set booked_at = ${atDay(20)} where ${isBooking("open")}`,
  },
  {
    name: "a check-in and its undoing, later than booked_at",
    sql:
      addEvent("pair", [2, "checked-in", "CONFIRMED"], 20) +
      addEvent("pair", [3, "check-in-undone", "CONFIRMED"], 21),
  },
  {
    name: "tickets cancelled, later than booked_at",
    sql:
      addEvent("waiting", [2, "ticket-cancelled", "WAITLIST"], 20) +
      addEvent("pair", [2, "ticket-cancelled", "CONFIRMED"], 20),
  },

  {
    name: "a booking without history",
    sql: `delete from booking_event where ${isOf("open")}`,
    finds: [onBooking("history-follows-the-state-table", "open")],
  },
  {
    name: "another status than the last event's",
    sql: `update booking_event set booking_status = 'WAITLIST' where ${isOf("open")}`,
    finds: [onBooking("history-follows-the-state-table", "open")],
  },
  {
    name: "a gap in a history",
    sql: addEvent("pair", [3, "checked-in", "CONFIRMED"], 20),
    finds: [onBooking("history-follows-the-state-table", "pair")],
  },
  {
    name: "a history that begins with its second event",
    sql: `update booking_event set number = 2 where ${isOf("pair")}`,
    finds: [onBooking("history-follows-the-state-table", "pair")],
  },
  {
    name: "a history that begins with a cancel",
    sql: `update booking_event set kind = 'cancelled' where ${isOf("ended")}`,
    finds: [onBooking("history-follows-the-state-table", "ended")],
  },
  {
    name: "a booking that was booked as CANCELLED",
    sql: `update booking_event set kind = 'booked' where ${isOf("ended")}`,
    finds: [onBooking("history-follows-the-state-table", "ended")],
  },
  {
    name: "a booking that was imported twice",
    sql: `
      ${addEvent("open", [2, "imported", "CONFIRMED"], 20)}
      update booking set booked_at = ${atDay(20)} where ${isBooking("open")}`,
    finds: [onBooking("history-follows-the-state-table", "open")],
  },
  {
    name: "a booking cancelled twice",
    sql: cancel("ended", 20),
    finds: [onBooking("history-follows-the-state-table", "ended")],
  },
  {
    name: "a check-in of somebody who waits",
    sql: addEvent("waiting", [2, "checked-in", "WAITLIST"], 20),
    finds: [onBooking("history-follows-the-state-table", "waiting")],
  },
  {
    name: "a ticket cancelled in a cancelled booking",
    sql: addEvent("ended", [2, "ticket-cancelled", "CANCELLED"], 20),
    finds: [onBooking("history-follows-the-state-table", "ended")],
  },
  // PostgreSQL has a type of the kinds, and refuses another.
  ...(engine === "sqlite"
    ? [
        {
          name: "an event of a kind that there is not",
          sql: addEvent("open", [2, "teleported", "CONFIRMED"], 20),
          finds: [onBooking("history-follows-the-state-table", "open")],
        },
      ]
    : []),
  {
    name: "a way back from CANCELLED by promotion",
    sql: `
      ${addEvent("ended", [2, "promoted", "CONFIRMED"], 20)}
      ${addEvent("ended", [3, "cancelled", "CANCELLED"], 21)}
      update booking set booked_at = ${atDay(21)} where ${isBooking("ended")}`,
    finds: [onBooking("history-follows-the-state-table", "ended")],
  },
  {
    name: "a way back from CANCELLED by an import",
    sql: `
      ${addEvent("ended", [2, "updated", "CONFIRMED"], 20)}
      ${addEvent("ended", [3, "cancelled", "CANCELLED"], 21)}
      update booking set booked_at = ${atDay(21)} where ${isBooking("ended")}`,
  },

  { name: "people who booked and waited in order", sql: inOrder },
  {
    name: "promotions in order, past those who left",
    sql: inOrder + promote("wait1", 10) + cancel("wait2", 11) + promote("wait3", 12),
  },
  {
    name: "promotions at one moment",
    sql: inOrder + promote("wait1", 10) + promote("wait2", 10) + promote("wait3", 10),
  },
  {
    name: "somebody promoted past the first",
    sql: inOrder + promote("wait2", 10),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past the first, who moved up afterwards",
    sql: inOrder + promote("wait2", 10) + promote("wait1", 11),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past the first, who had cancelled one ticket of two",
    sql: `
      ${inOrder}
      ${addEvent("wait1", [2, "ticket-cancelled", "WAITLIST"], 9)}
      update ticket set cancelled_at = ${atDay(9)} where ${isOf("wait1")} and number = 1;
      ${promote("wait2", 10)}`,
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "the first promoted after cancelling one ticket of two",
    sql: `
      ${inOrder}
      ${addEvent("wait1", [2, "ticket-cancelled", "WAITLIST"], 9)}
      update ticket set cancelled_at = ${atDay(9)} where ${isOf("wait1")} and number = 1;
      ${promote("wait1", 10, "null", 3)}`,
  },
  {
    name: "somebody promoted past the first on purpose",
    sql: inOrder + promote("wait2", 10, `'{"overtaking":true}'`),
  },
  {
    name: "somebody promoted past the first, the details saying something else",
    sql: inOrder + promote("wait2", 10, `'{"overtaking":false}'`),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one whose type was full",
    sql: waitsForVip(1) + promote("wait2", 10, pastVip),
  },
  {
    name: "somebody promoted past one whose type was full, and nothing records it",
    sql: waitsForVip(1) + promote("wait2", 10),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one whose type had no limit, whatever is recorded",
    sql: waitsForVip(null) + promote("wait2", 10, pastVip),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one whose type has no limit any more",
    sql:
      waitsForVip(null) +
      ownLimit(1, { type: "vip", where: isSlotWaited, until: atDay(11) }) +
      promote("wait2", 10, pastVip),
  },
  {
    name: "somebody promoted past one whose type has a limit since",
    sql:
      waitsForVip(1) +
      ownLimit(null, { type: "vip", where: isSlotWaited, until: atDay(11) }) +
      promote("wait2", 10, pastVip),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one of the same full type",
    sql:
      waitsForVip(1) +
      `update booking set ticket_type_number = ${numberOfType("vip")} where ${isBooking("wait2")};` +
      promote("wait2", 10, pastVip),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one whose type gave no seat then",
    sql: waitsForVip(null) + promote("wait2", 10, `'{"passed":[{"closed":"vip"}]}'`),
  },
  {
    name: "somebody promoted after the cut-off",
    sql: judged + inOrder + promote("wait1", 10, `'{"bookable_until":"2025-04-05T00:00:00Z"}'`),
    finds: [onBooking("seat-after-cutoff", "wait1")],
  },
  {
    name: "somebody promoted after the cut-off before there were any",
    sql: inOrder + promote("wait1", 10, `'{"bookable_until":"2025-04-05T00:00:00Z"}'`),
  },
  {
    name: "somebody promoted after the cut-off on purpose",
    sql:
      judged +
      inOrder +
      promote("wait1", 10, `'{"late":true,"bookable_until":"2025-04-05T00:00:00Z"}'`),
  },
  {
    name: "somebody promoted before the cut-off",
    sql: judged + inOrder + promote("wait1", 10, `'{"bookable_until":"2025-04-15T00:00:00Z"}'`),
  },
  {
    name: "a new booking past the waitlist",
    sql: bookedByTheService,
    finds: [onBooking("nobody-overtaken", "late")],
  },
  {
    name: "a new booking past the waitlist, as far as an import can tell",
    sql: `
      ${bookedByTheService}
      update booking_event
      set kind = 'imported', recorded_at = ${atDay(7)}
      where ${isOf("late")}`,
  },
  {
    name: "a new booking past the waitlist on purpose",
    sql: `
      ${bookedByTheService}
      update booking_event set details = '{"overtaking":true}' where ${isOf("late")}`,
  },
  {
    name: "a new booking of an unlimited ticket type",
    sql: `
      ${bookedByTheService}
      update booking set ticket_type_number = ${numberOfType("open")} where ${isBooking("late")};
      update slot set taken = taken - 1 where ${isSlotWaited}`,
  },
  {
    name: "an unlimited ticket type promoted past everybody",
    sql: `
      ${inOrder}
      ${promote("free", 10)}
      update slot set taken = taken - 1 where ${isSlotWaited}`,
  },
  {
    name: "somebody promoted past an unlimited ticket type",
    sql: `
      ${inOrder}
      ${promote("wait1", 10) + promote("wait2", 10) + promote("wait3", 10)}
      update booking_event set at = 1, recorded_at = 1 where ${isOf("free")};
      update booking set booked_at = 1 where ${isBooking("free")}`,
  },
  {
    name: "somebody promoted past one who was imported onto the waitlist later",
    sql: inOrder + promote("wait2", 10) + importedOntoTheWaitlist("wait1", 11),
  },
  {
    name: "somebody promoted past one who was imported onto the waitlist at that moment",
    sql: inOrder + promote("wait2", 10) + importedOntoTheWaitlist("wait1", 10),
  },
  {
    name: "somebody promoted past one who was imported onto the waitlist earlier",
    sql: inOrder + promote("wait2", 10) + importedOntoTheWaitlist("wait1", 9),
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "somebody promoted past one who had left, and one who was imported later",
    sql: inOrder + cancel("wait1", 9) + promote("wait3", 10) + importedOntoTheWaitlist("wait2", 11),
  },
  {
    name: "somebody promoted when another left, past one who was imported later",
    sql: `
      ${inOrder}
      ${cancel("wait1", 10)}
      update ticket set cancelled_at = ${atDay(11)} where ${isOf("wait1")};
      ${promote("wait3", 10)}
      ${importedOntoTheWaitlist("wait2", 11)}`,
  },
  {
    name: "somebody promoted past one who entered at the same time, and one who was imported later",
    sql: `
      ${inOrder}
      ${promote("wait3", 10)}
      update booking_event set at = ${atDay(4)} where ${isOf("wait2")};
      update booking set booked_at = ${atDay(4)} where ${isBooking("wait2")};
      ${importedOntoTheWaitlist("wait1", 11)}`,
  },
  {
    name: "somebody promoted past one whose tickets had ended",
    sql: `
      ${inOrder}
      ${promote("wait2", 10)}
      update ticket set cancelled_at = ${atDay(9)} where ${isOf("wait1")}`,
  },
  {
    name: "somebody promoted when the tickets of the first ended",
    sql: `
      ${inOrder}
      ${promote("wait2", 10)}
      update ticket set cancelled_at = ${atDay(10)} where ${isOf("wait1")}`,
  },
  {
    name: "somebody promoted past one whose tickets ended afterwards",
    sql: `
      ${inOrder}
      ${promote("wait2", 10)}
      update ticket set cancelled_at = ${atDay(11)} where ${isOf("wait1")}`,
    finds: [onBooking("nobody-overtaken", "wait2")],
  },
  {
    name: "the first promoted, whose entry an import had moved by a clock that was ahead",
    sql: `
      ${inOrder}
      ${addEvent("wait1", [2, "updated", "WAITLIST"], 2.5)}
      update booking_event set recorded_at = ${atDay(12)} where ${isOf("wait1")} and number = 2;
      ${promote("wait1", 10, "null", 3)}`,
  },

  {
    name: "a campaign that promotes automatically, whose first in line fit but where more is needed",
    sql: automatic,
    finds: [slotAtStart, slotOfAnn, slotOfBob, slotOfTour].map(waitsBesideSeats),
  },
  {
    name: "the first in line of such a campaign, who needs less since a ticket was cancelled",
    sql: `
      ${automatic}
      update ticket set cancelled_at = ${atDay(10)} where ${isOf("wait1")} and number = 1;
      update slot set capacity = taken where account_id = 1 and starting_at <> ${Date.parse(waitedStart)};
      update slot set capacity = taken where account_id = 1 and activity_id = 'tour'`,
    finds: [waitsBesideSeats(slotOfWaited)],
  },
  {
    name: "only somebody of an unlimited type, who waits for no seat",
    sql: `
      ${automatic}
      update ticket_type set has_limited_capacity = 0 where account_id = 1;
      update slot set taken = 0 where account_id = 1`,
  },

  ...[
    ["at the start of another campaign's slot", `slot_starting_at = ${Date.parse(winterStart)}`],
    ["at the start of another activity's slot", `slot_starting_at = ${Date.parse(tourStart)}`],
    ["of a host whom its slot does not have", "host_number = (select min(number) from host)"],
    [
      "of another campaign than its slot",
      "interaction_number = (select number from interaction where account_id = 1 and public_key = 'pk_fair')",
    ],
    [
      "of a ticket type of another campaign's activity",
      "ticket_type_number = (select number from ticket_type where account_id = 1 and id = 'of-the-fair')",
    ],
    [
      "of a ticket type of another activity",
      "ticket_type_number = (select number from ticket_type where account_id = 1 and id = 'of-swapped')",
    ],
  ].map(([what = "", change = ""]) => ({
    name: `a booking ${what}`,
    sql: `update booking set ${change} where ${isBooking("open")}`,
    finds: [onBooking("booking-of-its-slot", "open")],
  })),
  {
    name: "a slot whose host is gone",
    sql: "delete from host where account_id = 1 and id = 'ann'",
    finds: [`host-of-the-activity ${slotOfAnn}`],
  },
  ...["of-the-winter", "of-the-clinic"].map((host) => ({
    name: `a slot whose host is one ${host}`,
    sql: `
      insert into slot
      select account_id, interaction_id, activity_id, '${host}', starting_at, 1, 0, 0, 0, 0, 9001, null, null
      from slot
      where account_id = 1 and host_id = 'ann'`,
    finds: [`host-of-the-activity ${slotOfAnn.replace("ann", host)}`],
  })),
  {
    name: "a slot without a host where hosts are offered",
    sql: `
      insert into slot
      select account_id, interaction_id, activity_id, '', starting_at, 1, 0, 0, 0, 0, 9001, null, null
      from slot
      where account_id = 1 and host_id = 'ann'`,
    finds: [`host-of-the-activity ${slotWithoutHost}`],
  },

  ...[
    ["a token of no secret", "insert into access_token values (1, 'h', 'gone', 's', 1, 1)"],
    [
      "an outcome of no booking",
      `insert into outcome values (1, 'gone', 'k', ${uuidLike(1)}, '{}', 1)`,
    ],
    [
      "an outcome of another account's booking",
      `insert into outcome values (3, 'gone', 'k', ${id("pair")}, '{}', 1)`,
    ],
  ].map(([name = "", sql = ""]) => ({
    name,
    sql,
    finds: [`${sql.includes("(3,") ? "other/production " : ""}row-of-one-account`],
  })),
  {
    name: "names and reasons that an erasure has left",
    sql: `
      update contact set external_id = 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11'
      where account_id = 1 and external_id = 'ann';
      update ticket set attendee_display_name = 'Ann' where ${isOf("pair")} and number = 2;
      update booking_event
      set details = '{"tickets":[[{"attendee":{"display_name":"Ann"}}],[]]}'
      where ${isOf("open")} and number = 1;
      update booking_event set details = '{"reason":"Ann is ill"}'
      where ${isOf("hosted")} and number = 1;
      ${addEvent("hosted", [2, "contact-erased", "CONFIRMED"], 20)}`,
    finds: [
      onBooking("erased-contact-leaves-nothing", "pair"),
      onBooking("erased-contact-leaves-nothing", "open"),
      onBooking("erased-contact-leaves-nothing", "hosted"),
    ],
  },
  {
    name: "names that an erasure has left in a change of names, and what a shop keeps",
    sql: `
      update contact set external_id = 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11'
      where account_id = 1 and external_id = 'ann';
      ${addEvent("hosted", [2, "attendee-changed", "CONFIRMED"], 20, `'{"attendees":[{"ticket":1,"display_name":[null,"Ann"]}]}'`)}
      insert into booking_data select account_id, id, interaction_number, 'A-1', null
      from booking where ${isBooking("pair")}`,
    finds: [
      onBooking("erased-contact-leaves-nothing", "pair"),
      onBooking("erased-contact-leaves-nothing", "hosted"),
    ],
  },
  {
    name: "a name in the history of a booking that an erased contact gave away",
    sql: `
      insert into contact values (1, 9001, ${uuidLike(9001)}, 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11');
      ${addEvent("hosted", [2, "attendee-changed", "CONFIRMED"], 20, `'{"attendees":[{"ticket":1,"display_name":["Ann",null]}]}'`)}
      ${addEvent("hosted", [3, "contact-changed", "CONFIRMED"], 20, givenBy(9001))}
      ${addEvent("hosted", [4, "attendee-changed", "CONFIRMED"], 20, `'{"attendees":[{"ticket":1,"display_name":["Ann","Bo"]}]}'`)}`,
    finds: [onBooking("erased-contact-leaves-nothing", "hosted")],
  },
  {
    name: "a name that came after a booking was given away by an erased contact",
    sql: `
      insert into contact values (1, 9001, ${uuidLike(9001)}, 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11');
      ${addEvent("hosted", [2, "contact-changed", "CONFIRMED"], 20, givenBy(9001))}
      ${addEvent("hosted", [3, "attendee-changed", "CONFIRMED"], 20, `'{"attendees":[{"ticket":1,"display_name":["Ann","Bo"]}]}'`)}`,
  },
  {
    name: "a reason that was given after the erasure",
    sql: `
      update contact set external_id = 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11'
      where account_id = 1 and external_id = 'ann';
      update booking_event set details = '{"reason":"The hall is flooded"}'
      where ${isOf("hosted")} and number = 1`,
  },
  {
    name: "a reminder that was told twice, and one of another start",
    sql: [
      [2, "60", "2031-05-01T08:00:00Z"],
      [3, "1440", "2031-05-01T08:00:00Z"],
      [4, "60", "2031-05-02T08:00:00Z"],
      [5, "60", "2031-05-01T08:00:00Z"],
    ]
      .map(([number, minutes, start]) =>
        addEvent(
          "hosted",
          [Number(number), "reminder-due", "CONFIRMED"],
          20,
          `'{"minutes_before":${minutes},"slot_starting_at":"${start}"}'`,
        ),
      )
      .join(""),
    finds: [onBooking("reminded-once", "hosted")],
  },
  {
    name: "words of another name",
    sql: `update ticket set attendee_words = 'bea' where ${isOf("pair")} and number = 1`,
    finds: [onBooking("words-match-names", "pair")],
  },
  ...(engine === "sqlite"
    ? [
        ["a name without its words", `delete from attendee_word where ${isOf("pair")}`],
        ["words of no name", `insert into attendee_word values (1, 'bea', ${id("pair")}, 1)`],
        ["words of no ticket", `insert into attendee_word values (1, 'ann', ${id("pair")}, 77)`],
      ].map(([name = "", sql = ""]) => ({
        name,
        sql: `update ticket set attendee_display_name = 'Ann Lee' where ${isOf("pair")} and number = 1; ${sql}`,
        finds: [onBooking("words-match-names", "pair")],
      }))
    : []),
  {
    name: "a name that is its words in capitals",
    sql: `update ticket set attendee_display_name = 'Ann LEE' where ${isOf("pair")} and number = 1`,
  },
  {
    name: "the words of an erased contact's attendee",
    sql: `
      update contact set external_id = 'erased-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11'
      where account_id = 1 and external_id = 'ann';
      update ticket set attendee_words = '' where ${isOf("pair")} and number = 2`,
    finds: [
      onBooking("erased-contact-leaves-nothing", "pair"),
      onBooking("words-match-names", "pair"),
    ],
  },
  {
    name: "rows of accounts that do not exist",
    sql: `
      insert into change_feed values (9, 1, 1, 1, '', '[]');
      insert into outcome values (9, 'c', 'k', ${uuidLike(1)}, '{}', 1), (9, 'c', 'l', ${uuidLike(2)}, '{}', 1);
      insert into access_token values (8, 'h', 'c', 's', 1, 1);
      insert into slot_event values (8, ${uuidLike(3)}, 'i', 'a', '', 1, 1, 1, 'x', null, null, 'capacity-changed', null)`,
    finds: Array.from({ length: 4 }, () => "null row-of-one-account"),
  },
];

/** What no law says, because a foreign key refuses it; for each the statement that tries it. */
export const refusedByForeignKeys: readonly (readonly [string, string])[] = [
  ["a booking whose slot is gone", "delete from slot where account_id = 1 and host_id = 'bob'"],
  [
    "a ticket of no booking",
    `insert into ticket values (1, ${uuidLike(1)}, 1, null, null, null, null)`,
  ],
  [
    "a ticket given to the wrong account",
    `insert into ticket values (3, ${id("pair")}, 3, null, null, null, null)`,
  ],
  [
    "an event of no booking",
    `insert into booking_event values (1, ${uuidLike(1)}, 1, 'booked', 'CONFIRMED', 1, 1, 'x', null, null, null)`,
  ],
  ["a booking of no contact", "delete from contact where account_id = 1 and external_id = 'carl'"],
  [
    "a slot of no activity",
    `insert into slot select account_id, id, 'gone', '', 0, 1, 0, 0, 0, 0, 9001, null, null from interaction
     where account_id = 1 and public_key = 'pk_fair'`,
  ],
  [
    "a slot of no campaign",
    "insert into slot values (1, 'gone', 'tasting', '', 0, 1, 0, 0, 0, 0, 9001, null, null)",
  ],
  ["a host of no activity", "insert into host values (1, 'gone', 'gone', 'h', 'H', null, 0, 9001)"],
  [
    "a ticket type of no activity",
    "insert into ticket_type (account_id, interaction_id, activity_id, id, display_name, has_limited_capacity, number) values (1, 'gone', 'a', 't', 'T', 0, 9001)",
  ],
  ["an activity of no campaign", "insert into activity values (1, 'gone', 'a', '{}', '{}', null)"],
  [
    "a campaign of no group",
    "delete from \"group\" where account_id = 1 and unique_key = 'acme-us'",
  ],
  [
    "a secret of no client",
    "insert into client_secret values (1, 'gone', 's', 'h', 'p', 1, null, null)",
  ],
  ["a contact of no account", `insert into contact values (9, 1, ${uuidLike(1)}, 'x')`],
  ["an endpoint of no account", "insert into enabled_endpoint values (8, 'x')"],
];

function waitsBesideSeats(slot: string): string {
  return `nobody-waits-for-a-free-seat ${slot}`;
}

/** The entry is as old as before, but came to the service by an import on that day. */
function importedOntoTheWaitlist(name: Seeded, day: number): string {
  return `
    update booking_event
    set kind = 'imported', recorded_at = ${atDay(day)}
    where ${isOf(name)} and number = 1;`;
}
