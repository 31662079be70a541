/**
 * The files of a room that other rooms may import. Those of the store's nouns say what their questions answer and refuse,
 * and name the types that pass through; only `store.ts` opens a database.
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
    "src/store/doors/access.ts",
    "src/store/doors/bookings.ts",
    "src/store/doors/catalogue.ts",
    "src/store/doors/changes.ts",
    "src/store/doors/contacts.ts",
    "src/store/engine.ts",
    "src/store/doors/holds.ts",
    "src/store/doors/slots.ts",
    "src/store/sqlite/backup-file.ts",
    "src/store/sqlite/temporary-folder.ts",
    "src/store/store.ts",
    "src/store/doors/webhooks.ts",
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
