import { numberedKeys, numberedTables } from "./numbered-tables.ts";
import type { Peer } from "./peer.ts";

interface StrapiBooking {
  readonly documentId: string;
  readonly slot_starting_at: string;
  readonly booking_status: string;
  readonly booked_at: string;
  readonly activity: {
    readonly key: string;
    readonly title: string;
    readonly location_hint: string;
    readonly slot_duration_in_minutes: number | null;
    readonly interaction: {
      readonly public_key: string;
      readonly timezone: string;
      readonly group: { readonly unique_key: string; readonly display_name: string };
    };
  };
  readonly host: {
    readonly display_name: string;
    readonly slot_duration_in_minutes: number | null;
  } | null;
  readonly ticket_type: { readonly display_name: string; readonly has_limited_capacity: boolean };
}

/** The query of its REST API for the same fields, and no others. */
const query = [
  "filters[contact][external_id][$eq]={}",
  "sort[0]=slot_starting_at",
  "sort[1]=documentId",
  ...["slot_starting_at", "booking_status", "booked_at"].map((name, at) => `fields[${at}]=${name}`),
  ...["key", "title", "location_hint", "slot_duration_in_minutes"].map(
    (name, at) => `populate[activity][fields][${at}]=${name}`,
  ),
  ...["public_key", "timezone"].map(
    (name, at) => `populate[activity][populate][interaction][fields][${at}]=${name}`,
  ),
  ...["unique_key", "display_name"].map(
    (name, at) =>
      `populate[activity][populate][interaction][populate][group][fields][${at}]=${name}`,
  ),
  ...["display_name", "slot_duration_in_minutes"].map(
    (name, at) => `populate[host][fields][${at}]=${name}`,
  ),
  ...["display_name", "has_limited_capacity"].map(
    (name, at) => `populate[ticket_type][fields][${at}]=${name}`,
  ),
  "pagination[page]=1",
  "pagination[pageSize]=100",
];

export const strapi: Peer = {
  name: "strapi",
  program: "server.mjs",
  tables: [...numberedTables, ...numberedKeys],
  listPath: `/api/bookings?${query.join("&")}`,
  cancel: { path: "/api/bookings/{}/cancel", body: '{"data":null}', success: 200 },
  readList: (body) => {
    const { data, meta } = body as {
      data: StrapiBooking[];
      meta: { pagination: { total: number } };
    };
    return { records: data.map(recordOf), total: meta.pagination.total };
  },
};

function recordOf({ activity, host, ticket_type, documentId, ...booking }: StrapiBooking): object {
  const { interaction } = activity;
  const minutes = (host ?? activity).slot_duration_in_minutes;
  return {
    activity: { id: activity.key, title: activity.title, location_hint: activity.location_hint },
    interaction: { public_key: interaction.public_key, timezone: interaction.timezone },
    group: {
      unique_key: interaction.group.unique_key,
      display_name: interaction.group.display_name,
    },
    slot_starting_at: instant(booking.slot_starting_at),
    ...(minutes !== null && { slot_duration_in_minutes: minutes }),
    booking_status: booking.booking_status,
    booked_at: instant(booking.booked_at),
    ticket_type: {
      display_name: ticket_type.display_name,
      has_limited_capacity: ticket_type.has_limited_capacity,
    },
    ...(host !== null && { host: { display_name: host.display_name } }),
    booking: documentId,
  };
}

const instant = (text: string) => `${text.slice(0, 19)}Z`;
