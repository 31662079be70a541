/**
 * The files of a room that other rooms may import. Those of the store type what passes through its
 * door; only `store.ts` opens a database.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  // The console compares names and tells times as the service does, and writes its CSV.
  "src/domain": [
    "src/domain/data-file/csv-cells.ts",
    "src/domain/fold-text.ts",
    "src/domain/local-time.ts",
    "src/domain/zones/zone-clock.ts",
  ],
  "src/store": [
    "src/store/account-store.ts",
    "src/store/accounts/access-tokens.ts",
    "src/store/accounts/accounts.ts",
    "src/store/accounts/audit.ts",
    "src/store/accounts/credentials.ts",
    "src/store/accounts/directory.ts",
    "src/store/accounts/operators.ts",
    "src/store/accounts/operator-sessions.ts",
    "src/store/accounts/request-records.ts",
    "src/store/accounts/trace-request.ts",
    "src/store/bookings/booking-details.ts",
    "src/store/bookings/booking-rows.ts",
    "src/store/slots/capacity.ts",
    "src/store/bookings/contact-bookings.ts",
    "src/store/contacts/contacts.ts",
    "src/store/bookings/held.ts",
    "src/store/bookings/move-booking.ts",
    "src/store/holds/make-hold.ts",
    "src/store/bookings/offers.ts",
    "src/store/write/named-slot.ts",
    "src/store/slots/slot-details.ts",
    "src/store/slots/slot-lengths.ts",
    "src/store/catalogue/catalogue-kinds.ts",
    "src/store/catalogue/catalogue-lines.ts",
    "src/store/catalogue/interactions.ts",
    "src/store/catalogue/remembered-catalogues.ts",
    "src/store/catalogue/removal.ts",
    "src/store/changes/read-changes.ts",
    "src/store/engine.ts",
    "src/store/import/edit-catalogue.ts",
    "src/store/installation/copy-installation.ts",
    "src/store/invariants/check-invariants.ts",
    "src/store/migrations/schema-state.ts",
    "src/store/sqlite/backup-file.ts",
    "src/store/sqlite/temporary-folder.ts",
    "src/store/store.ts",
    "src/store/webhooks/deliveries.ts",
    "src/store/webhooks/delivery-log.ts",
    "src/store/webhooks/lease.ts",
    "src/store/webhooks/webhooks.ts",
  ],
  // What the commands of the playground are made of.
  "src/cli": [
    "src/cli/command-context.ts",
    "src/cli/or-fail.ts",
    "src/cli/program.ts",
    "src/cli/serve.ts",
  ],
  "src/http": [
    "src/http/call/raw-request.ts",
    "src/http/call/sent-answer.ts",
    "src/http/rate-limits/rate-limits.ts",
  ],
};

/** Rooms that may import more than types through a door: to open it, or to tell its errors apart. */
export const openedBy: Readonly<Record<string, readonly string[]>> = {
  "src/domain/data-file/csv-cells.ts": ["console"],
  "src/domain/fold-text.ts": ["console"],
  "src/domain/local-time.ts": ["console"],
  "src/domain/zones/zone-clock.ts": ["console"],
  "src/store/store.ts": ["src/service", "src/cli", "playground"],
  "src/store/engine.ts": ["src/service", "src/cli"],
  "src/store/sqlite/backup-file.ts": ["src/cli"],
  "src/store/sqlite/temporary-folder.ts": ["src/cli", "src/operator", "src/service"],
  "src/http/call/raw-request.ts": ["src/operator"],
  "src/http/rate-limits/rate-limits.ts": ["src/operator"],
  ...Object.fromEntries(
    ["command-context", "or-fail", "serve"].map((name) => [`src/cli/${name}.ts`, ["playground"]]),
  ),
};
