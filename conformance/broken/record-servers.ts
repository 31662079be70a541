import { correct, type BrokenServer } from "./broken-server.ts";
import type { Json } from "../reference/behaviour.ts";

/** Servers that are wrong about the content of a booking's record. */
export const recordServers: readonly BrokenServer[] = [
  {
    name: "answers CHECKED_IN",
    breaks: "R42",
    change: {
      status: (booking) =>
        booking.tickets.every((ticket) => ticket.checkedIn) ? "CHECKED_IN" : booking.status,
    },
  },
  {
    name: "writes statuses in lower case",
    breaks: "R27",
    change: { status: (booking) => booking.status.toLowerCase() },
  },
  {
    name: "reads WAITLIST as CONFIRMED",
    breaks: "R40",
    change: { status: (booking) => (booking.status === "WAITLIST" ? "CONFIRMED" : booking.status) },
  },
  {
    name: "moves booked_at when somebody checks in",
    breaks: "R29",
    change: {
      bookedAt: (booking) =>
        booking.tickets.every((ticket) => ticket.checkedIn)
          ? booking.bookedAt + 60_000
          : booking.bookedAt,
    },
  },
  {
    name: "keeps the time of booking in booked_at after a cancel",
    breaks: "R28",
    change: {
      cancel(account, booking, now) {
        const { bookedAt } = booking;
        correct.cancel.call(this, account, booking, now);
        booking.bookedAt = bookedAt;
      },
    },
  },
  {
    name: "shows the present time as booked_at of those who wait",
    breaks: "R28",
    change: {
      bookedAt: (booking) => (booking.status === "WAITLIST" ? Date.now() : booking.bookedAt),
    },
  },
  {
    name: "defaults the duration to 60 minutes",
    breaks: "R26",
    change: {
      minutes: (activity, host) => (host === undefined ? activity.minutes : host.minutes) ?? 60,
    },
  },
  {
    name: "sends a duration of null",
    breaks: "R26",
    change: patched((record) => ({ slot_duration_in_minutes: null, ...record })),
  },
  {
    name: "sends a duration of 0",
    breaks: "R26",
    change: {
      minutes: (activity, host) => (host === undefined ? activity.minutes : host.minutes) ?? 0,
    },
  },
  {
    name: "sends the duration as a string",
    breaks: "R26",
    change: patched((record) =>
      "slot_duration_in_minutes" in record
        ? { ...record, slot_duration_in_minutes: String(record["slot_duration_in_minutes"]) }
        : record,
    ),
  },
  {
    name: "takes the activity's duration where the host has its own",
    breaks: "R25",
    change: { minutes: (activity, host) => activity.minutes ?? host?.minutes },
  },
  {
    name: "takes the activity's duration where the host has none",
    breaks: "R25",
    change: { minutes: (activity, host) => host?.minutes ?? activity.minutes },
  },
  {
    name: "sends host null where there is no choice",
    breaks: "R31",
    change: patched((record) => ({ host: null, ...record })),
  },
  {
    name: "never sends the host",
    breaks: "R31",
    change: { host: () => undefined, minutes: (activity) => activity.minutes },
  },
  {
    name: "sends the host as a string",
    breaks: "R32",
    change: patched((record) => ("host" in record ? { ...record, host: "Station 3" } : record)),
  },
  {
    name: "adds a location to the host",
    breaks: "R33",
    change: patched((record) =>
      "host" in record
        ? { ...record, host: { display_name: "Station 3", location_hint: "Hall 2" } }
        : record,
    ),
  },
  {
    name: "finds activities by their id alone",
    breaks: "R16",
    change: {
      activity: (account, booking) =>
        [...account.activities.values()].find(({ id }) => id === booking.activity),
    },
  },
  {
    name: "lists a booking once for each activity with its id",
    breaks: "R16",
    change: {
      records(account, booking, language) {
        return [...account.activities.values()]
          .filter(({ id }) => id === booking.activity)
          .map(() => this.record(account, booking, language));
      },
    },
  },
  {
    name: "sends the title as an object of languages",
    breaks: "R21",
    change: patchedField("activity", { title: { fr: "Visite", en: "Tour" } }),
  },
  {
    name: "sends a title of null where nothing is translated",
    breaks: "R21",
    change: patched((record) => {
      const activity = record["activity"] as Json;
      const raw = String(activity["title"]).startsWith("{");
      return raw ? { ...record, activity: { ...activity, title: null } } : record;
    }),
  },
  {
    name: "leaves an empty location_hint out",
    breaks: "R21",
    change: patched((record) => {
      const { location_hint, ...rest } = record["activity"] as Json;
      return location_hint === "" ? { ...record, activity: rest } : record;
    }),
  },
  {
    name: "names the activity touchpoint",
    breaks: "R21",
    change: patched(({ activity, ...record }) => ({ ...record, touchpoint: activity })),
  },
  {
    name: "makes [object Object] of a title without a translation",
    breaks: "R36",
    change: {
      text(texts, language, campaign) {
        const text = correct.text.call(this, texts, language, campaign);
        return text.startsWith("{") ? "[object Object]" : text;
      },
    },
  },
  {
    name: "sends half of the raw language map",
    breaks: "R36",
    change: {
      text(texts, language, campaign) {
        const text = correct.text.call(this, texts, language, campaign);
        return text.startsWith("{")
          ? JSON.stringify(Object.fromEntries([["de", texts["de"]]]))
          : text;
      },
    },
  },
  {
    name: "sends times with an offset",
    breaks: "R24",
    change: { time: (ms) => correct.time(ms).replace("Z", "+00:00") },
  },
  {
    name: "sends booked_at as a local time with its offset",
    breaks: "R28",
    change: patched((record) => ({
      ...record,
      booked_at: String(record["booked_at"]).replace("Z", "+02:00"),
    })),
  },
  {
    name: "sends booked_at with an offset",
    breaks: "R28",
    change: patched((record) => ({
      ...record,
      booked_at: String(record["booked_at"]).replace("Z", "+00:00"),
    })),
  },
  {
    name: "shows a campaign under another group for each activity",
    breaks: "R14",
    change: patched((record) => {
      const { id } = record["activity"] as Json;
      return { ...record, group: { unique_key: "acme-fr", display_name: String(id) } };
    }),
  },
  {
    name: "sends no duration where there are no hosts",
    breaks: "R25",
    change: { minutes: (_activity, host) => host?.minutes },
  },
  {
    name: "sends times without a zone",
    breaks: "R24",
    change: { time: (ms) => correct.time(ms).replace("Z", "") },
  },
  {
    name: "sends times as milliseconds",
    breaks: "R24",
    change: patched((record) => ({
      ...record,
      slot_starting_at: Date.parse(String(record["slot_starting_at"])),
    })),
  },
  {
    name: "sends local times and calls them UTC",
    breaks: "R24",
    change: patched((record) => {
      const start = Date.parse(String(record["slot_starting_at"]));
      return { ...record, slot_starting_at: correct.time(start + 3_600_000) };
    }),
  },
  {
    name: "sends an offset as the time zone",
    breaks: "R22",
    change: patchedField("interaction", { timezone: "+02:00" }),
  },
  {
    name: "sends one time zone for all campaigns",
    breaks: "R22",
    change: patchedField("interaction", { timezone: "Europe/Paris" }),
  },
  {
    name: "adds the campaign's resource name",
    breaks: "R22",
    change: patchedField("interaction", { name: "interactions/1" }),
  },
  {
    name: "leaves the group's display_name out",
    breaks: "R23",
    change: patched((record) => ({ ...record, group: { unique_key: "acme-fr" } })),
  },
  {
    name: "sends has_limited_capacity only when it is true",
    breaks: "R30",
    change: patched((record) => {
      const { has_limited_capacity, ...rest } = record["ticket_type"] as Json;
      return has_limited_capacity === true ? record : { ...record, ticket_type: rest };
    }),
  },
  {
    name: "says that every ticket is limited",
    breaks: "R30",
    change: patchedField("ticket_type", { has_limited_capacity: true }),
  },
  {
    name: "sends booking with a prefix",
    breaks: "R13",
    change: patched((record) => ({ ...record, booking: `bookings/${String(record["booking"])}` })),
  },
  {
    name: "sends numbers for booking",
    breaks: "R34",
    change: patched((record) => ({
      ...record,
      booking: Number(String(record["booking"]).slice(-12)),
    })),
  },
  {
    name: "adds the contact's e-mail address",
    breaks: "R38",
    change: patched((record) => ({ ...record, email: "ada@example.com" })),
  },
  {
    name: "adds the contact's resource name",
    breaks: "R9",
    change: patched((record) => ({
      ...record,
      contact: "contacts/5a3f0c1e-0001-4000-8000-0000000000ff",
    })),
  },
];

function patched(patch: (record: Json) => Json): BrokenServer["change"] {
  return {
    record(account, booking, language) {
      return patch(correct.record.call(this, account, booking, language));
    },
  };
}

function patchedField(field: string, patch: Json): BrokenServer["change"] {
  return patched((record) => ({ ...record, [field]: { ...(record[field] as Json), ...patch } }));
}
