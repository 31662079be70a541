import type { ImportJob, Operations, Overview } from "../../src/api/operations.ts";

const account = "acme/production";

const steps = 60;
const wave = (base: number, swing: number, phase = 0) =>
  Array.from(
    { length: steps },
    (_, step) => base + swing * (1 + Math.sin(phase + step / 6)) + (step % 5) * swing * 0.1,
  );

export const overview: Overview = {
  api: "http://127.0.0.1:8080",
  window: "5m",
  step_seconds: 5,
  from: "2031-05-05T08:25:00Z",
  to: "2031-05-05T08:30:00Z",
  counting_since: "2031-05-05T01:00:00Z",
  incomplete: false,
  requests_per_second: {
    "interactions:fetchContactBookings": wave(40, 12),
    "interactions:cancelInteractionBooking": wave(4, 2, 2),
    "oauth:token": wave(0.4, 0.2, 4),
  },
  refusals_per_second: {
    "ticket-already-cancelled": wave(0.2, 0.1),
    "rate-limited": wave(0, 0.2, 1),
  },
  latency_ms: {
    all: { p50: wave(1.1, 0.2), p90: wave(2.4, 0.6, 1), p99: wave(7.1, 2.5, 2) },
  },
  totals: {
    requests: 16_843,
    refused: 91,
    requests_by_endpoint: {
      "interactions:fetchContactBookings": 15_312,
      "interactions:cancelInteractionBooking": 1_402,
      "oauth:token": 129,
    },
    refusals_by_reason: { "ticket-already-cancelled": 61, "rate-limited": 30 },
    latency_ms: {
      all: { p50: 1.28, p90: 3.1, p99: 9.94 },
      "interactions:fetchContactBookings": { p50: 1.21, p90: 2.9, p99: 8.8 },
      "interactions:cancelInteractionBooking": { p50: 3.94, p90: 7.1, p99: 14.2 },
      "oauth:token": { p50: 0.91, p90: 1.4, p99: 2.2 },
    },
  },
};

const job = {
  account,
  actor: "operator: ada",
  started_at: "2031-05-05T08:10:00Z",
  ended_at: "2031-05-05T08:10:02Z",
  dry_run: false,
  update: true,
  overwrite: false,
  allow_overbooked: false,
  progress: { step: "writing", done: 4_011, total: 4_011 },
} as const;

const imports: readonly ImportJob[] = [
  {
    ...job,
    import: "7f6c1d1e-6f0e-4b52-9a34-000000000002",
    state: "done",
    file_name: "bookings-2031-05.csv",
    format: "csv",
    skip_bad: true,
    counts: {
      read: 4_011,
      created: { booking: 3_210 },
      updated: { booking: 12 },
      updated_fields: { booking: { booking_status: 9, slot_starting_at: 3 } },
      unchanged: { booking: 788 },
      kept: { booking: 1 },
      kept_bookings: [
        {
          line: 91,
          booking: "2f6c1d1e-6f0e-4b52-9a34-000000000006",
          here: { booking_status: "CANCELLED", booked_at: "2031-05-04T09:00:00Z" },
          file: { booking_status: "CONFIRMED", booked_at: "2031-04-06T09:00:00Z" },
        },
      ],
      warnings: [
        {
          line: 17,
          kind: "booking",
          key: "2f6c1d1e-6f0e-4b52-9a34-000000000017",
          field: "tickets",
          message: "a CONFIRMED booking without a live ticket cannot be cancelled",
        },
      ],
    },
    skipped: [
      {
        line: 12,
        kind: "booking",
        key: "2f6c1d1e-6f0e-4b52-9a34-000000000012",
        field: "booking_status",
        expected: "one of CONFIRMED, WAITLIST, CANCELLED",
      },
      { line: 40, kind: "booking", key: null, field: "booking", expected: "a lower-case UUID" },
    ],
    skipped_count: 2,
  },
  {
    ...job,
    import: "7f6c1d1e-6f0e-4b52-9a34-000000000001",
    state: "running",
    file_name: "acme.ndjson",
    format: "ndjson",
    skip_bad: false,
    ended_at: null,
    progress: { step: "reading", done: 31_000_000, total: 84_000_000 },
  },
];

export const importJobs: Operations["listImports"]["answer"] = { items: imports };

const catalogue = { before: { display_name: "Acme" }, after: { display_name: "Acme France" } };

export const auditEvents: Operations["listAuditEvents"]["answer"] = {
  next_cursor: null,
  items: [
    ["catalogue changed", "group acme-fr", catalogue],
    ["credential rotated", "bsc_shop", { overlap_seconds: 3600 }],
    ["slots added", "pk_summer tasting", { created: 56, capacity: 12 }],
    ["operator created", "door-1", { role: "staff" }],
  ].map(([action, subject, details], index) => ({
    id: String(index),
    at: `2031-05-05T0${7 - index}:12:00Z`,
    actor: "operator: ada",
    action: action as string,
    account: index === 3 ? null : account,
    subject: subject as string,
    details,
    request_id: `01J8Z4V9S1T2M3N4P5Q6R7S8T${index}`,
  })),
};

export const tracedRequest: Operations["traceRequest"]["answer"] = {
  items: [
    {
      request_id: "req-1",
      at: "2031-05-05T08:12:00.012Z",
      account,
      client_id: "bsc_shop",
      endpoint: "interactions:cancelInteractionBooking",
      request: { booking: "2f6c1d1e-6f0e-4b52-9a34-000000000006" },
      decision: "done",
      changes: [
        {
          booking: "2f6c1d1e-6f0e-4b52-9a34-000000000006",
          event: "cancelled",
          at: "2031-05-05T08:12:00.011Z",
          details: { cancelled_tickets: [1], seats_freed: 1 },
        },
      ],
      answer: { status: 200, body: {} },
      duration_ms: 4,
    },
  ],
};

export const webhooks: Operations["listWebhooks"]["answer"] = {
  items: [
    {
      id: "4f6c1d1e-6f0e-4b52-9a34-000000000001",
      account: "acme/production",
      url: "https://crm.acme.example/hooks/bookings",
      events: ["booking.booked", "booking.cancelled"],
      interactions: ["pk_summer"],
      state: "active",
      reason: null,
      created_at: "2031-01-07T09:00:00Z",
      waiting: 1,
      failed: 1,
      waiting_since: "2031-05-05T08:29:12Z",
      ends_at: null,
    },
    {
      id: "4f6c1d1e-6f0e-4b52-9a34-000000000002",
      account: "acme/production",
      url: "https://till.acme.example/",
      events: [],
      interactions: [],
      state: "paused",
      reason: "restored",
      created_at: "2031-02-11T09:00:00Z",
      waiting: 0,
      failed: 0,
      waiting_since: null,
      ends_at: "2031-05-06T07:40:00Z",
    },
  ],
};

export const deliveries: Operations["listWebhookDeliveries"]["answer"] = {
  items: (
    [
      ["waiting", "booking.cancelled", "08:29:12", [500, 500], "2031-05-05T08:30:24Z"],
      ["delivered", "booking.booked", "08:21:40", [200], null],
      ["failed", "booking.cancelled", "06:02:09", [null, 503], null],
      ["delivered", "booking.booked", "05:58:31", [429, 204], null],
    ] as const
  ).map(([state, type, time, statuses, next_at], index) => ({
    id: `msg_${String(index).padStart(32, "3c1f7a90")}`,
    type,
    state,
    attempts: statuses.map((status, number) => ({
      at: `2031-05-05T${time.slice(0, 6)}${String(Number(time.slice(6)) + 2 * number).padStart(2, "0")}Z`,
      status,
      ms: status === null ? 15_000 : 84 + 11 * index + number,
      error: status === null ? "timeout" : null,
      answer: status && (status < 300 ? "thanks" : "no room"),
    })),
    next_at,
    given_up_at: null,
    request: `{"type":"${type}","timestamp":"2031-05-05T${time}Z","data":{…}}`,
  })),
};
