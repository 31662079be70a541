import { randomUUID } from "node:crypto";
import {
  isLimitedAfter,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import { refuseRecord } from "../../domain/catalogue/decide-record.ts";
import type { BookingLine, FileLine, SlotLine } from "../../domain/data-file/data-line.ts";
import { seatsWhereLimited } from "../../domain/import/decide-booking-line.ts";
import { placeOf } from "../../domain/import/decide-lines.ts";
import type { AddedSlot } from "../../domain/import/import-report.ts";
import { formatInstant } from "../../domain/instant.ts";
import { loadCatalogue } from "../catalogue/load-catalogue.ts";
import { inSnapshot, type ImportTarget, type ImportTransaction } from "./import-target.ts";
import { placesByName, readPlaces } from "./load-state.ts";
import type { Spool } from "./spool.ts";

/** How many added slots a report names. */
const addedSlotsNamed = 100;

/**
 * Adds a line to the spool for each slot that bookings name and the account lacks. Its number is that of the first such
 * booking, below zero: `decideRecord` passes over one that somebody made meanwhile. A slot at a place that is not there
 * (a misspelt activity, host or ticket type) is not added, so its bookings are bad lines.
 */
export async function addSlotLines(
  target: ImportTarget,
  spool: Spool,
  capacity: number | null,
): Promise<readonly AddedSlot[]> {
  spool.database.exec(
    "create table added_slot (name text primary key, line integer, content text, seats integer)",
  );
  const insert = spool.database.prepare(`
    insert into added_slot values (?, ?, ?, ?)
    on conflict (name) do update
    set seats = seats + excluded.seats, line = min(line, excluded.line)`);
  await inSnapshot(target, async (within) => {
    for (const lines of spool.slotLines()) {
      const bookings = lines.filter(isOfBooking);
      for (const { name, line, slot, seats } of await lackingSlots(within, bookings, spool)) {
        insert.run(name, line, JSON.stringify(slot), seats);
      }
      await within.pause();
    }
  });
  spool.addSlotLines(capacity);
  const added = spool.select<[content: string, seats: number]>(
    "select content, seats from added_slot order by line limit ?",
    addedSlotsNamed,
  );
  return Array.from(added, ([content, seats]) => {
    const { interaction, activity, host, starting_at } = JSON.parse(content) as SlotLine;
    return {
      interaction,
      activity,
      ...(host !== null && { host }),
      slot_starting_at: formatInstant(starting_at),
      capacity: capacity ?? seats,
    };
  });
}

function isOfBooking(line: FileLine): line is FileLine<BookingLine> {
  return line.content.kind === "booking";
}

/** The slots that these bookings lack, once for each booking, with the seats that it takes. */
async function lackingSlots(
  within: ImportTransaction,
  bookings: readonly FileLine<BookingLine>[],
  spool: Spool,
) {
  within.numbers.clear();
  const contents = bookings.map(({ content }) => content);
  const catalogue = await loadCatalogue(within, contents, spool, randomUUID);
  const places = placesByName(contents.map(placeOf));
  const rows = await readPlaces(within, places, catalogue);
  for (const { name } of rows) places.delete(name);
  const state = { ...catalogue, slots: new Map<string, never>() };
  const lacking = new Map<string, SlotLine>();
  for (const [name, place] of places) {
    const slot = slotLineOf(place);
    if (refuseRecord(slot, state) === null) lacking.set(name, slot);
  }
  return bookings.flatMap(({ line, content }) => {
    const name = slotName(placeOf(content));
    const slot = lacking.get(name);
    if (slot === undefined) return [];
    return [
      { name, line, slot, seats: isLimitedAfter(state, content) ? seatsWhereLimited(content) : 0 },
    ];
  });
}

function slotLineOf({ interaction, activity, host, starting_at }: SlotPlace): SlotLine {
  return {
    kind: "slot",
    interaction,
    activity,
    host,
    starting_at,
    capacity: 0,
    slot_duration_in_minutes: undefined,
    ticket_types: undefined,
    closed: undefined,
  };
}
