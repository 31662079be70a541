import { correct, type BrokenServer } from "./broken-server.ts";
import { patched, patchedField } from "./patched-record.ts";
import type { Json } from "../reference/behaviour.ts";

/** Servers that are wrong about the fields of a booking's record, except its status and its times. */
export const recordServers: readonly BrokenServer[] = [
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
