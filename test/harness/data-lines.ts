import assert from "node:assert/strict";
import { parseDataLine } from "../../src/domain/data-file/data-line-text.ts";
import {
  type DataKind,
  isBadContent,
  type BadContent,
} from "../../src/domain/data-file/data-line.ts";
import { summerCampaign } from "./summer-campaign.ts";

const now = Date.UTC(2030, 3, 15, 12);

export const bookingId = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

/** One good line of each kind, with every required field and no other. */
export const goodLines = {
  group: { kind: "group", unique_key: "acme-fr", display_name: "Acme France" },
  interaction: summerCampaign,
  activity: {
    kind: "activity",
    interaction: "pk_summer",
    id: "tasting",
    title: { fr: "Dégustation", en: "Tasting" },
  },
  host: {
    kind: "host",
    interaction: "pk_summer",
    activity: "tasting",
    id: "station-3",
    display_name: "Station 3",
  },
  ticket_type: {
    kind: "ticket_type",
    interaction: "pk_summer",
    activity: "tasting",
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
  slot: {
    kind: "slot",
    interaction: "pk_summer",
    activity: "tasting",
    starting_at: "2030-05-01T08:00:00Z",
    capacity: 8,
  },
  booking: {
    kind: "booking",
    booking: bookingId,
    external_id: "CUST-1",
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: "2030-05-01T08:00:00Z",
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2030-04-01T10:11:12Z",
  },
} as const satisfies Record<DataKind, object>;

export function parseLine(line: object) {
  return parseDataLine(JSON.stringify(line), now);
}

export function refusedLine(line: object | string): BadContent {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  const content = parseDataLine(text, now);
  assert.ok(isBadContent(content), `accepted: ${text.slice(0, 200)}`);
  return content;
}
