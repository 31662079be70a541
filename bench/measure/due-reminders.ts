import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { query } from "../../test/harness/query.ts";

const publicKey = "pk_reminded";
const place = { interaction: publicKey, activity: "due" };
/** The least that a campaign may say. */
const reminderMinutes = 5;
const hosts = 100;
/** The file is imported, and callers are measured alone, before the moment comes; a slow machine imports so slowly. */
const importMs = 15_000;
const importMsOfEach = 1.2;
/** All are told within this time, or the measurement fails. */
const patienceMs = 300_000;

/** Writes a data file of bookings that are all reminded of at one moment, so far away that it can be imported. */
export function writeReminded(path: string, bookings: number, reserveMs: number): number {
  const earliest = Date.now() + importMs + bookings * importMsOfEach + reserveMs;
  const moment = Math.ceil(earliest / 1_000) * 1_000;
  const start = new Date(moment + reminderMinutes * 60_000).toISOString();
  const hostIds = Array.from({ length: hosts }, (_, index) => `host-${index}`);
  const lines: object[] = [
    { kind: "group", unique_key: "reminded", display_name: "Reminded" },
    {
      kind: "interaction",
      public_key: publicKey,
      group: "reminded",
      timezone: "Europe/Paris",
      default_language: "en",
      languages: ["en"],
      reminder_minutes: [reminderMinutes],
    },
    { kind: "activity", interaction: publicKey, id: "due", title: { en: "Due" } },
    {
      kind: "ticket_type",
      ...place,
      id: "standard",
      display_name: "Standard",
      has_limited_capacity: true,
    },
    ...hostIds.map((id) => ({ kind: "host", ...place, id, display_name: id })),
    ...hostIds.map((host) => ({
      kind: "slot",
      ...place,
      host,
      starting_at: start,
      capacity: Math.ceil(bookings / hosts),
    })),
    ...Array.from({ length: bookings }, (_, index) => ({
      kind: "booking",
      booking: randomUUID(),
      external_id: `R-${index}`,
      ...place,
      host: `host-${index % hosts}`,
      slot_starting_at: start,
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: "2025-04-01T10:11:12Z",
    })),
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return moment;
}

/** Waits until so many were reminded of since the moment; returns after how many seconds the last one was. */
export async function untilAllAreTold(
  databaseUrl: string,
  { moment, bookings }: { readonly moment: number; readonly bookings: number },
): Promise<number> {
  for (const deadline = Date.now() + patienceMs; ;) {
    const [row] = query(
      databaseUrl,
      `select count(*) as told, max(recorded_at) as last from booking_event
       where kind = 'reminder-due' and recorded_at >= ${moment}`,
    );
    const told = Number(row?.["told"]);
    if (told > bookings) throw new Error(`${bookings} bookings had ${told} reminders.`);
    if (told === bookings) return Math.round((Number(row?.["last"]) - moment) / 1_000);
    if (Date.now() > deadline) throw new Error(`${told} of ${bookings} were reminded of.`);
    await sleep(1_000);
  }
}
