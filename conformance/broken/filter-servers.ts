import { correct, type BrokenServer } from "./broken-server.ts";

/** Servers that are wrong about which bookings match: bounds, statuses and languages. */
export const filterServers: readonly BrokenServer[] = [
  {
    name: "ignores the lower bound",
    breaks: "R64",
    change: { inRange: (booking, { to }) => booking.start <= to },
  },
  {
    name: "answers 500 to a range whose end lies before its beginning",
    breaks: "R65",
    change: {
      readQuery(account, accounts, query) {
        const read = correct.readQuery.call(this, account, accounts, query);
        const crossed = !("status" in read) && read.from > read.to;
        return crossed ? correct.error(500, 3, "slot_date_range is empty") : read;
      },
    },
  },
  {
    name: "takes the lower bound as exclusive",
    breaks: "R64",
    change: { inRange: (booking, { from, to }) => booking.start > from && booking.start <= to },
  },
  {
    name: "takes the upper bound as exclusive",
    breaks: "R65",
    change: { inRange: (booking, { from, to }) => booking.start >= from && booking.start < to },
  },
  {
    name: "holds the upper bound against the end of the slot",
    breaks: "R65",
    change: {
      inRange: (booking, { from, to }) => booking.start >= from && booking.start + 2_700_000 <= to,
    },
  },
  {
    name: "holds the lower bound against the end of the slot",
    breaks: "R64",
    change: {
      inRange: (booking, { from, to }) => booking.start + 2_700_000 >= from && booking.start <= to,
    },
  },
  {
    name: "holds bounds against booked_at",
    breaks: "R65",
    change: {
      inRange: (booking, { from, to }) => booking.bookedAt >= from && booking.bookedAt <= to,
    },
  },
  {
    name: "makes 2 March of 30 February",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        const value = query.get(name);
        if (value?.startsWith("2030-02-30") === true) return Date.parse("2030-03-02T00:00:00Z");
        return correct.instant.call(this, query, name, absent);
      },
    },
  },
  {
    name: "ignores a bound that it cannot read",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        return correct.instant.call(this, query, name, absent) ?? absent;
      },
    },
  },
  {
    name: "ignores the offset of a bound",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        const bare = new URLSearchParams(query);
        const value = query.get(name)?.replace(/[+-]\d\d:\d\d$/, "Z");
        if (value !== undefined) bare.set(name, value);
        return correct.instant.call(this, bare, name, absent);
      },
    },
  },
  {
    name: "ignores booking_status",
    breaks: "R66",
    change: { hasStatus: () => true },
  },
  {
    name: "takes the last of repeated statuses",
    breaks: "R66",
    change: { combine: (statuses) => statuses.slice(-1) },
  },
  {
    name: "takes the first of repeated statuses",
    breaks: "R66",
    change: { combine: (statuses) => statuses.slice(0, 1) },
  },
  {
    name: "refuses CHECKED_IN as a filter",
    breaks: "R42",
    change: { knowsStatus: (status) => ["CONFIRMED", "WAITLIST", "CANCELLED"].includes(status) },
  },
  {
    name: "finds checked-in bookings with CHECKED_IN",
    breaks: "R44",
    change: {
      hasStatus(booking, statuses) {
        const checkedIn = booking.tickets.some((ticket) => ticket.checkedIn);
        const asked = statuses.includes("CHECKED_IN") && checkedIn;
        return asked || correct.hasStatus.call(this, booking, statuses);
      },
    },
  },
  {
    name: "takes CHECKED_IN for no filter at all",
    breaks: "R44",
    change: { combine: (statuses) => statuses.filter((status) => status !== "CHECKED_IN") },
  },
  {
    name: "leaves checked-in bookings out of CONFIRMED",
    breaks: "R44",
    change: {
      hasStatus(booking, statuses) {
        const hidden = statuses.length > 0 && booking.tickets.some((ticket) => ticket.checkedIn);
        return !hidden && correct.hasStatus.call(this, booking, statuses);
      },
    },
  },
  {
    name: "reads a comma list of statuses",
    breaks: "R66",
    change: {
      knowsStatus: (status) => status.split(",").every((one) => correct.knowsStatus(one)),
      combine: (statuses) => statuses.flatMap((status) => status.split(",")),
    },
  },
  {
    name: "ignores an unknown status",
    breaks: "R66",
    change: { knowsStatus: () => true },
  },
  {
    name: "leaves cancelled bookings out when no status is asked for",
    breaks: "R41",
    change: {
      hasStatus: (booking, statuses) =>
        statuses.length === 0 ? booking.status !== "CANCELLED" : statuses.includes(booking.status),
    },
  },
  {
    name: "ignores language",
    breaks: "R67",
    change: { language: () => null },
  },
  {
    name: "does not reduce a region to its language",
    breaks: "R68",
    change: { language: (value) => value },
  },
  {
    name: "reads the language with its letter case",
    breaks: "R68",
    change: { language: (value) => value?.split(/[-_]/)[0] ?? null },
  },
  {
    name: "answers in English when no language is asked for",
    breaks: "R69",
    change: { language: (value) => correct.language(value ?? "en") },
  },
  {
    name: "refuses a language that it does not know",
    breaks: "R69",
    change: {
      readQuery(account, accounts, query) {
        const language = query.get("language");
        if (language !== null && !/^[a-z]{2}\b/i.test(language)) return this.badQuery("language");
        return correct.readQuery.call(this, account, accounts, query);
      },
    },
  },
  {
    name: "shows a language that the campaign does not offer",
    breaks: "R69",
    change: {
      text: (texts, language, campaign) =>
        texts[language ?? ""] ??
        (language === null
          ? correct.text(texts, language, campaign)
          : (Object.values(texts)[1] ?? correct.text(texts, language, campaign))),
    },
  },
  {
    name: "resolves the language once for all campaigns",
    breaks: "R35",
    change: {
      text: (texts, language, campaign) =>
        language === "fr"
          ? (texts["fr"] ?? JSON.stringify(texts))
          : correct.text(texts, language, campaign),
    },
  },
];
