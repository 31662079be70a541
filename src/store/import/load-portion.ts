import { randomUUID } from "node:crypto";
import { slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import { differs, type ImportState } from "../../domain/import/decide-booking-line.ts";
import { placeOf, type FileLine } from "../../domain/import/decide-lines.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import type { Definitions } from "../catalogue/load-catalogue.ts";
import type { Within } from "./import-target.ts";
import { placesByName, type StateReader } from "./load-state.ts";
import {
  countSwitched,
  lockSwitched,
  refuseLateBookings,
  switchedTypes,
} from "./switched-limits.ts";

/**
 * Reads what the account has of the things that some lines name. In a transaction, it locks what the lines may
 * change: the known bookings that differ from their line, then the slots whose seats, waitlist or capacity may change.
 * All other bookings and slots can be changed by others meanwhile (B211).
 */
export async function loadPortion(
  within: Within,
  lines: readonly FileLine[],
  definitions: Definitions,
  update: boolean,
): Promise<ImportState> {
  const { transaction, accountId, loadState, loadCatalogue, holdsLocks, pause } = within;
  const read = loadState(transaction, accountId, pause);
  const bookingLines = lines.flatMap(({ content }) =>
    content.kind === "booking" ? [content] : [],
  );
  const bookings = await read.bookings(idsOf(bookingLines), "unlocked");
  const differing = bookingLines.filter((line) => {
    const known = bookings.get(line.booking);
    return update && known !== undefined && differs(line, known.line);
  });
  if (holdsLocks && differing.length > 0) {
    for (const [id, locked] of await read.bookings(idsOf(differing), "locked")) {
      bookings.set(id, locked);
    }
  }
  const histories = await read.histories(idsOf(differing));
  const here = differing.flatMap(({ booking }) => bookings.get(booking)?.line ?? []);
  const named = [...lines.map(({ content }) => content), ...here];
  const catalogue = await loadCatalogue(transaction, accountId, named, definitions, randomUUID);
  const types = switchedTypes(lines, catalogue);
  if (holdsLocks) await lockSwitched(within, types);
  const fresh = bookingLines.filter(({ booking }) => !bookings.has(booking));
  const switched = await countSwitched(within, types);
  const changing = [...fresh, ...differing, ...here].map(placeOf);
  const slots = await loadSlots(within, read, catalogue, lines, [
    ...changing,
    ...switched.map(({ place }) => place),
  ]);
  if (!holdsLocks || types.length === 0) {
    return { ...catalogue, bookings, histories, slots, switched };
  }
  await refuseLateBookings(within, types);
  return { ...catalogue, bookings, histories, slots, switched: await countSwitched(within, types) };
}

/** Reads the slots that the lines name, and locks those that may change: slots with another capacity, and `changing`. */
async function loadSlots(
  { holdsLocks }: Within,
  read: StateReader,
  catalogue: Parameters<StateReader["slots"]>[1],
  lines: readonly FileLine[],
  changing: readonly SlotPlace[],
): Promise<Map<string, SlotSeats>> {
  const named = placesByName(
    lines.flatMap(({ content }) => {
      if (content.kind === "booking") return [placeOf(content)];
      return content.kind === "slot" ? [content] : [];
    }),
  );
  const toLock = placesByName(changing);
  if (!holdsLocks) return read.slots(new Map([...named, ...toLock]), catalogue, "unlocked");
  const others = new Map([...named].filter(([name]) => !toLock.has(name)));
  const slots = await read.slots(others, catalogue, "unlocked");
  for (const { content } of lines) {
    if (content.kind !== "slot") continue;
    const name = slotName(content);
    const known = slots.get(name);
    if (known !== undefined && known.capacity !== content.capacity) toLock.set(name, content);
  }
  for (const [name, seats] of await read.slots(toLock, catalogue, "locked")) slots.set(name, seats);
  return slots;
}

function idsOf(lines: readonly BookingLine[]): string[] {
  return lines.map(({ booking }) => booking);
}
