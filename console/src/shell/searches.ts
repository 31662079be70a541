import { day, oneOf, searchOf, text } from "../kit/read-search.ts";

const place = { interaction: text, activity: text, host: text } as const;

/** The parameters of each page's address. */
export const searches = {
  none: searchOf({}),
  signIn: searchOf({
    from: text,
    ended: oneOf("true"),
    provider: oneOf("unavailable", "refused", "no-role", "expired"),
  }),
  overview: searchOf({ account: text, window: oneOf("5m", "1h", "24h") }),
  requests: searchOf({ id: text }),
  audit: searchOf({
    account: text,
    actor: text,
    action: text,
    request_id: text,
    from: day,
    to: day,
  }),
  slots: searchOf({
    ...place,
    from: day,
    weeks: oneOf("1", "2", "4", "8"),
    view: oneOf("table"),
    seats: oneOf("waiting", "overbooked"),
    ticket_type: text,
  }),
  slot: searchOf({ ...place, at: text }),
  report: searchOf({
    interaction: text,
    from: day,
    to: day,
    by: oneOf("day", "slot", "activity", "host", "ticket_type"),
  }),
  bookings: searchOf({
    q: text,
    ...place,
    ticket_type: text,
    slot: text,
    order: oneOf("latest"),
    status: oneOf("CONFIRMED", "WAITLIST", "CANCELLED"),
    from: day,
    to: day,
  }),
  contacts: searchOf({ q: text }),
  changes: searchOf({ kind: text }),
  desk: searchOf({ ...place, day, slot: text }),
} as const;

export type Searches = {
  readonly [Page in keyof typeof searches]: ReturnType<(typeof searches)[Page]>;
};
