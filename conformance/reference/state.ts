import type { Credentials } from "../facts.ts";
import type { Line } from "../world/lines.ts";

export type Status = "CONFIRMED" | "WAITLIST" | "CANCELLED";

export interface Booking {
  readonly booking: string;
  readonly external_id: string;
  readonly interaction: string;
  readonly activity: string;
  readonly host: string | undefined;
  readonly start: number;
  readonly ticketType: string;
  status: Status;
  bookedAt: number;
  readonly tickets: { cancelled: boolean; checkedIn: boolean }[];
}

export interface Campaign {
  readonly id: string;
  readonly public_key: string;
  readonly group: { readonly unique_key: string; readonly display_name: string };
  readonly timezone: string;
  readonly default_language: string;
  readonly languages: readonly string[];
  readonly promotes: boolean;
}

export type Texts = Readonly<Record<string, string>>;
export interface Activity {
  readonly id: string;
  readonly title: Texts;
  readonly location_hint: Texts;
  readonly minutes: number | undefined;
}
export interface Host {
  readonly display_name: string;
  readonly minutes: number | undefined;
}
export interface TicketType {
  readonly display_name: string;
  readonly has_limited_capacity: boolean;
}

export interface Token {
  readonly value: string;
  readonly client_id: string;
  readonly issuedAt: number;
  readonly lifetimeSeconds: number;
}

/** One account's data, in memory. */
export interface Account {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly clients: readonly (Credentials & { readonly revoked?: true })[];
  readonly fetchEnabled: boolean;
  readonly cancelEnabled: boolean;
  readonly lifetimeSeconds: number;
  /** Requests that one address may send in a minute; more get 429. */
  readonly requestsMax: number;
  readonly down: boolean;
  readonly campaigns: Map<string, Campaign>;
  /** By campaign and activity id, and by host or ticket type id where there is one. */
  readonly activities: Map<string, Activity>;
  readonly hostsOfActivities: Map<string, Host>;
  readonly ticketTypes: Map<string, TicketType>;
  readonly bookings: Booking[];
  readonly tokens: Token[];
  /** Outcomes by Idempotency-Key. */
  readonly outcomes: Map<string, { readonly body: string; readonly answer: unknown }>;
  /** The requests of each address in its latest window. */
  readonly requestsByAddress: Map<string, { sent: number; readonly endsAt: number }>;
}

export type AccountSettings = Pick<Account, "name" | "hosts" | "clients"> &
  Partial<
    Pick<Account, "fetchEnabled" | "cancelEnabled" | "lifetimeSeconds" | "requestsMax" | "down">
  >;

export const key = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Reads the lines of a data file that is known to be valid. */
export function loadAccount(settings: AccountSettings, lines: readonly Line[]): Account {
  const account: Account = {
    fetchEnabled: true,
    cancelEnabled: true,
    lifetimeSeconds: 3600,
    requestsMax: Infinity,
    down: false,
    ...settings,
    campaigns: new Map(),
    activities: new Map(),
    hostsOfActivities: new Map(),
    ticketTypes: new Map(),
    bookings: [],
    tokens: [],
    outcomes: new Map(),
    requestsByAddress: new Map(),
  };
  const groups = new Map(lines.filter(is("group")).map((line) => [text(line, "unique_key"), line]));
  for (const line of lines.filter(is("interaction"))) {
    const unique_key = text(line, "group");
    account.campaigns.set(text(line, "public_key"), {
      id: text(line, "id"),
      public_key: text(line, "public_key"),
      group: { unique_key, display_name: text(groups.get(unique_key) ?? line, "display_name") },
      timezone: text(line, "timezone"),
      default_language: text(line, "default_language"),
      languages: line["languages"] as string[],
      promotes: line["waitlist_promotion"] === "automatic",
    });
  }
  for (const line of lines.filter(is("activity"))) {
    account.activities.set(key(text(line, "interaction"), text(line, "id")), {
      id: text(line, "id"),
      title: (line["title"] ?? {}) as Texts,
      location_hint: (line["location_hint"] ?? {}) as Texts,
      minutes: line["slot_duration_in_minutes"] as number | undefined,
    });
  }
  for (const line of lines.filter(is("host"))) {
    account.hostsOfActivities.set(under(line), {
      display_name: text(line, "display_name"),
      minutes: line["slot_duration_in_minutes"] as number | undefined,
    });
  }
  for (const line of lines.filter(is("ticket_type"))) {
    account.ticketTypes.set(under(line), {
      display_name: text(line, "display_name"),
      has_limited_capacity: line["has_limited_capacity"] === true,
    });
  }
  account.bookings.push(...lines.filter(is("booking")).map(toBooking));
  return account;
}

interface TicketLine {
  readonly cancelled_at?: string;
  readonly attendee?: { readonly checked_in_at?: string };
}

function toBooking(line: Line): Booking {
  const status = line["booking_status"] as Status;
  const tickets = (line["tickets"] ?? [{}]) as TicketLine[];
  return {
    booking: text(line, "booking"),
    external_id: text(line, "external_id"),
    interaction: text(line, "interaction"),
    activity: text(line, "activity"),
    host: line["host"] as string | undefined,
    start: Date.parse(text(line, "slot_starting_at")),
    ticketType: text(line, "ticket_type"),
    status,
    bookedAt: Date.parse(text(line, "booked_at")),
    tickets: tickets.map((ticket) => ({
      cancelled: status === "CANCELLED" || ticket.cancelled_at !== undefined,
      checkedIn: ticket.attendee?.checked_in_at !== undefined,
    })),
  };
}

function is(kind: string): (line: Line) => boolean {
  return (line) => line.kind === kind;
}

function text(line: Line, name: string): string {
  const value = line[name];
  return typeof value === "string" ? value : "";
}

function under(line: Line): string {
  return key(text(line, "interaction"), text(line, "activity"), text(line, "id"));
}
