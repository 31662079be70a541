import { createHash, randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { startsAt, type Booking } from "booking-service-client";
import { firstRevision, nextRevision, type Revision } from "./revision.ts";

/**
 * What the page remembers of a customer's calendar, because a record says when its status began and nothing of an
 * earlier title or place: hashes of what each event showed, its SEQUENCE, and when it changed. It names nobody. Every
 * process with the same folder says the same. Without the file, events begin again with their `firstRevision`.
 */
export interface CalendarRevisions {
  /** The bookings' revisions. `isWhole` says that these are all of the subscription's, and others are forgotten. */
  revise(bookings: readonly Booking[], isWhole: boolean, now: Date): (booking: Booking) => Revision;
  /** When the subscription in a language became these bytes. */
  modified(language: string, etag: string, now: Date): Date;
}

interface Remembered {
  readonly events: Readonly<Record<string, Event>>;
  readonly files: Readonly<Record<string, readonly [etag: string, second: number]>>;
}

type Event = readonly [significant: string, whole: string, sequence: number, second: number];

export function openCalendarRevisions(path: string): CalendarRevisions {
  return {
    revise: (bookings, isWhole, now) => {
      const remembered = read(path);
      const before = new Map(Object.entries(remembered.events));
      const present = new Map(
        bookings.map((each) => [each.booking, revised(before.get(each.booking), each, now)]),
      );
      const events = Object.fromEntries(isWhole ? present : [...before, ...present]);
      write(path, remembered, { ...remembered, events });
      return (booking) => {
        const [, , sequence, second] = present.get(booking.booking) ?? eventOf(booking);
        return { sequence, at: new Date(second * 1_000) };
      };
    },
    modified: (language, etag, now) => {
      const remembered = read(path);
      const [seen, since = 0] = remembered.files[language] ?? [];
      const second = seen === etag ? since : secondOf(now);
      const files = { ...remembered.files, [language]: [etag, second] as const };
      write(path, remembered, { ...remembered, files });
      return new Date(second * 1_000);
    },
  };
}

/** SEQUENCE counts what RFC 5545, 3.8.7.4 calls significant here; LAST-MODIFIED follows all that the event shows. */
function revised(before: Event | undefined, booking: Booking, now: Date): Event {
  const first = eventOf(booking);
  if (before === undefined) return first;
  const [significant, whole] = first;
  if (before[1] === whole) return before;
  if (before[0] === significant) return [significant, whole, before[2], secondOf(now)];
  const { sequence, at } = nextRevision(before[2], booking, now);
  return [significant, whole, sequence, secondOf(at)];
}

function eventOf(booking: Booking): Event {
  const { activity, booking_status, slot_duration_in_minutes } = booking;
  const { host, ticket_type, group, interaction } = booking;
  const significant = [
    startsAt(booking).getTime(),
    slot_duration_in_minutes ?? null,
    activity.title,
    activity.location_hint,
    booking_status,
  ];
  const others = [host, ticket_type, group.display_name, interaction.timezone];
  const { sequence, at } = firstRevision(booking);
  return [hashOf(significant), hashOf([significant, others]), sequence, secondOf(at)];
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

function read(path: string): Remembered {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Remembered;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { events: {}, files: {} };
    throw error;
  }
}

/** Another process sees the whole file or the one before. */
function write(path: string, before: Remembered, next: Remembered): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(before)) return;
  const made = `${path}.${randomBytes(8).toString("hex")}`;
  writeFileSync(made, text, { mode: 0o600 });
  renameSync(made, path);
}
