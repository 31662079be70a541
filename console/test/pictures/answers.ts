import { operatorScopes } from "../../../src/domain/operator.ts";
import type { Operator } from "../../src/api/operations.ts";
import {
  bookings,
  changes,
  expectedToday,
  explained,
  report,
  slot,
  slots,
  waitlist,
} from "./booking-answers.ts";
import type { Answers } from "./console-without-service.ts";
import {
  auditEvents,
  deliveries,
  importJobs,
  overview,
  tracedRequest,
  webhooks,
} from "./installation-answers.ts";

/** A Monday morning. */
export const now = "2031-05-05T08:30:00Z";

const etag = '"1"';
const campaign = {
  kind: "interaction",
  public_key: "pk_summer",
  id: "9b2f7c04-5d1e-4a86-8c3f-0e6d7a1b2c34",
  group: "acme-fr",
  timezone: "Europe/Paris",
  default_language: "fr",
  languages: ["fr", "en"],
  cancellation_cutoff_minutes: 1440,
  waitlist_promotion: "automatic",
  etag,
} as const;
const tasting = {
  kind: "activity",
  interaction: "pk_summer",
  id: "tasting",
  title: { fr: "Dégustation", en: "Tasting" },
  location_hint: { fr: "Cour nord, porte B" },
  slot_duration_in_minutes: 45,
  etag,
} as const;
const endpoints = ["interactions:fetchContactBookings", "interactions:cancelInteractionBooking"];
const account = {
  account: "acme/production",
  api_hosts: ["api.acme.example", "bookings.acme.example"],
  enabled_endpoints: endpoints,
  counts: { group: 1, interaction: 2, activity: 3, slot: 56, contact: 38_120, booking: 41_204 },
};
const operator = (
  name: string,
  role: "admin" | "staff" | "viewer",
  used: string | null,
): Operator => ({
  name,
  role,
  accounts: role === "admin" ? null : ["acme/production"],
  interactions: null,
  expires_at: null,
  key_prefix: `bok_${name.slice(0, 3)}`,
  created_at: "2031-01-07T09:00:00Z",
  last_used_at: used,
  revoked_at: null,
});
const ada = operator("ada", "admin", "2031-05-05T08:29:30Z");
const page = { next_cursor: null };

/** What the operator API would say; names of people are made up. */
export const answers: Answers = {
  showSession: {
    operator: ada,
    scopes: [...operatorScopes],
    csrf_token: "token",
    ends_at: "2031-05-05T19:00:00Z",
  },
  whoAmI: { ...ada, timezone: "Europe/Paris" },
  listSessionsOfAll: {
    items: [
      ["ada", "07:02", true],
      ["door-1", "06:40", false],
    ].map(([name, time, current], index) => ({
      session: `5f6c1d1e-6f0e-4b52-9a34-00000000000${index}`,
      operator: name as string,
      begun_at: `2031-05-05T${time as string}:00Z`,
      ends_at: `2031-05-05T19:0${index}:00Z`,
      current: current as boolean,
    })),
  },
  listOperators: {
    items: [
      ada,
      operator("door-1", "staff", "2031-05-05T06:40:00Z"),
      operator("kim", "viewer", null),
    ],
  },
  listAccounts: {
    ...page,
    items: [account, { ...account, account: "acme/uat", api_hosts: ["uat.acme.example"] }],
  },
  showAccount: account,
  listCredentials: {
    items: [
      {
        client_id: "bsc_shop",
        audience: "https://api.acme.example",
        label: null,
        account: "acme/production",
        created_at: "2031-01-07T09:00:00Z",
        revoked_at: null,
        secrets: [
          {
            prefix: "bss_new1",
            created_at: "2031-05-05T07:30:00Z",
            last_used_at: "2031-05-05T08:29:00Z",
            expires_at: null,
          },
          {
            prefix: "bss_old1",
            created_at: "2031-01-07T09:00:00Z",
            last_used_at: "2031-05-05T08:12:00Z",
            expires_at: "2031-05-06T07:30:00Z",
          },
        ],
      },
    ],
  },
  showOverview: overview,
  traceRequest: tracedRequest,
  listAuditEvents: auditEvents,
  listImports: importJobs,
  listWebhooks: webhooks,
  listWebhookDeliveries: deliveries,
  listGroups: {
    items: [{ kind: "group", unique_key: "acme-fr", display_name: "Acme France", etag }],
  },
  listInteractions: {
    items: [
      campaign,
      {
        ...campaign,
        public_key: "pk_winter",
        waitlist_promotion: "manual",
        // A title without an English one is marked.
        title: { fr: "Hiver" },
      },
    ],
  },
  showInteraction: campaign,
  listActivities: {
    items: [tasting, { ...tasting, id: "workshop", title: { fr: "Atelier", en: "" } }],
  },
  showActivity: tasting,
  listHosts: ({ pathname }) => ({
    items: pathname.includes("workshop")
      ? ["Ann", "Bob"].map((display_name) => ({
          kind: "host",
          interaction: "pk_summer",
          activity: "workshop",
          id: display_name.toLowerCase(),
          display_name,
          etag,
        }))
      : [],
  }),
  listTicketTypes: ({ pathname }) => ({
    items: ["Standard", "VIP", "Open"].map((display_name) => ({
      kind: "ticket_type",
      interaction: "pk_summer",
      activity: pathname.includes("workshop") ? "workshop" : "tasting",
      id: display_name.toLowerCase(),
      display_name,
      has_limited_capacity: display_name !== "Open",
      ...(display_name === "VIP" && { capacity_per_slot: 2 }),
      etag,
    })),
  }),
  listSlots: { ...page, items: slots },
  showSlot: slot,
  showWaitlist: waitlist,
  showArrivals: { expected: 3, arrived: 1, check_ins: ["2031-05-06T07:55:00Z"] },
  // What comes after these never comes.
  listChanges: ({ searchParams }) => (searchParams.get("before") === "end" ? changes : null),
  findBookings: ({ searchParams }) => ({
    ...page,
    items: searchParams.get("to") === null ? bookings : expectedToday,
  }),
  showReport: report,
  explainBooking: explained,
  findContact: {
    items: [{ contact: "2f6c1d1e-6f0e-4b52-9a34-0000000000c1", external_id: "CUST-1041" }],
  },
  exportContact: {
    contact: "2f6c1d1e-6f0e-4b52-9a34-0000000000c1",
    external_id: "CUST-1041",
    account: "acme/production",
    exported_at: now,
    bookings: bookings.slice(0, 2),
  },
};
