import { fieldsOf, readPlace } from "./place.ts";
import type { Wish } from "./seller.ts";

/** What the links and the form of one booking carry. */
export interface FormFields extends Wish {
  /** The key under which the form books once, however often it is sent. */
  readonly key: string;
  /** The hold that was made for it; null for none. */
  readonly hold: string | null;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readWish(fields: URLSearchParams, mostTickets: number): Wish | null {
  const place = readPlace(fields);
  const ticketType = fields.get("type");
  const tickets = Number(fields.get("tickets"));
  const isCount = Number.isInteger(tickets) && tickets >= 1 && tickets <= mostTickets;
  return place === null || !ticketType || !isCount ? null : { place, ticketType, tickets };
}

export function readFormFields(fields: URLSearchParams, mostTickets: number): FormFields | null {
  const wish = readWish(fields, mostTickets);
  const key = fields.get("key") ?? "";
  const hold = fields.get("hold");
  const isGood = uuid.test(key) && (hold === null || uuid.test(hold));
  return wish === null || !isGood ? null : { ...wish, key, hold };
}

export function fieldsOfForm({ place, ticketType, tickets, key, hold }: FormFields) {
  return [
    ...fieldsOf(place),
    ["type", ticketType],
    ["tickets", String(tickets)],
    ["key", key],
    ...(hold === null ? [] : [["hold", hold] as const]),
  ] as [string, string][];
}
