import {
  endpoints,
  isEndpoint,
  parseAccountName,
  parseHost,
  type AccountName,
  type Endpoint,
} from "../domain/account.ts";
import { bookingStatuses, type BookingId, type BookingStatus } from "../domain/booking.ts";
import { isBookingId } from "../domain/identifier.ts";
import { parseInstant } from "../domain/instant.ts";
import { WrongUsage } from "./command-context.ts";

/** Reads `tenant/environment`. */
export function readAccountName(text: string): AccountName {
  const name = parseAccountName(text);
  if (name !== null) return name;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no account: write tenant/environment, the environment one of ` +
      "development, uat, production (for example acme/production).",
  );
}

/** Reads an API host; its port and its case do not count. */
export function readHost(text: string): string {
  const host = parseHost(text);
  if (host !== null) return host;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no host name: write it without scheme and path (for example api.acme.example).`,
  );
}

export function readEndpoint(text: string): Endpoint {
  if (isEndpoint(text)) return text;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no endpoint that can be switched: ${endpoints.join(" or ")}.`,
  );
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `90s`, `30m`, `24h` or `7d` as milliseconds. */
export function readDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = match?.[2] as keyof typeof units | undefined;
  if (unit !== undefined) return Number(match?.[1]) * units[unit];
  throw new WrongUsage(`${JSON.stringify(text)} is no duration: write 90s, 30m, 24h or 7d.`);
}

export function readBookingId(text: string): BookingId {
  if (isBookingId(text)) return text;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no booking: write its UUID in lower case, as the list shows it.`,
  );
}

export function readInstant(text: string): number {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no time: write RFC 3339, for example 2030-05-01T08:00:00Z.`,
  );
}

export function readBookingStatus(text: string): BookingStatus {
  const status = bookingStatuses.find((known) => known === text);
  if (status !== undefined) return status;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no status of a booking: ${bookingStatuses.join(", ")}.`,
  );
}

/** Reads a whole number from `least` on. */
export function readWhole(text: string, least: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  throw new WrongUsage(`${JSON.stringify(text)} is no whole number from ${least} on.`);
}

/** Collects a flag that may be repeated. */
export function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
