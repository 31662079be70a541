import { uuidOf, type Importing } from "./importing.ts";
import { activity, booking, eight, group, interaction, slot, ticketType } from "./lines.ts";

/** More lines than are imported in one transaction. */
export const many = 5_500;
export const catalogue = [group(), interaction(), activity(), ticketType()];
export const perSlot = 50;
export const slots = Array.from({ length: many / perSlot }, (_, index) =>
  slot({ starting_at: startOf(index), capacity: perSlot }),
);

/** Bookings of one slot each, a few of a slot; `fields` says what differs. */
export function lines(fields: (index: number) => object = () => ({})): object[] {
  return Array.from({ length: many }, (_, index) =>
    booking(`many-${index}`, { slot_starting_at: startOf(index), ...fields(index) }),
  );
}

/** The same of one slot. */
export function linesAt(start: string, fields: (index: number) => object): object[] {
  return lines((index) => ({ slot_starting_at: start, ...fields(index) }));
}

export function startOf(index: number): string {
  return new Date(Date.parse(eight) + (index % (many / perSlot)) * 3_600_000).toISOString();
}

export function statusOf(importing: Importing, name: string): unknown {
  const [row] = importing.query(
    `select booking_status as status from booking where id = '${uuidOf(name)}'`,
  );
  return row?.["status"];
}
