import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Strapi as a new project of it is: content types with relations, its REST API behind an API token, and
 * one more route with its service for the cancel. Strapi makes its tables; the rows are written into
 * them here, and one index more than it makes.
 */
const { createStrapi } = createRequire(import.meta.url)("@strapi/strapi");
const appDir = process.cwd();
mkdirSync("public/uploads", { recursive: true });
const strapi = await createStrapi({ appDir, distDir: appDir, serveAdminPanel: false }).load();

const ask = (statement) => strapi.db.connection.raw(statement);
const inUtc = (column) => `${column} at time zone 'UTC'`;

/** Columns of a content type with what they hold of a numbered table, and its relations. */
const types = {
  group: { unique_key: "unique_key", display_name: "display_name" },
  interaction: {
    public_key: "public_key",
    timezone: "timezone",
    cancellation_cutoff_minutes: "cancellation_cutoff_minutes",
  },
  activity: {
    key: "key",
    title: "title::json ->> 'en'",
    location_hint: "location_hint::json ->> 'en'",
    slot_duration_in_minutes: "slot_duration_in_minutes",
  },
  host: { display_name: "display_name", slot_duration_in_minutes: "slot_duration_in_minutes" },
  ticket_type: { display_name: "display_name", has_limited_capacity: "has_limited_capacity" },
  slot: { starting_at: inUtc("starting_at"), capacity: "capacity", taken: "taken" },
  contact: { external_id: "external_id" },
  booking: {
    document_id: "key",
    slot_starting_at: inUtc("slot_starting_at"),
    booking_status: "booking_status",
    booked_at: inUtc("booked_at"),
  },
  ticket: {
    number: "number",
    cancelled_at: inUtc("cancelled_at"),
    checked_in_at: inUtc("checked_in_at"),
  },
  event: {
    number: "number",
    kind: "kind",
    booking_status: "booking_status",
    at: inUtc("at"),
    actor: "actor",
  },
};
const relations = {
  interaction: ["group"],
  activity: ["interaction"],
  booking: ["contact", "activity", "host", "ticket_type", "slot"],
  ticket: ["booking"],
  event: ["booking"],
};
for (const [name, columns] of Object.entries(types)) {
  const filled = { document_id: `'${name}' || id`, ...columns };
  await ask(`
    insert into strapi_${name} (id, created_at, updated_at, published_at, ${Object.keys(filled).join(", ")})
    select id, now(), now(), now(), ${Object.values(filled).join(", ")}
    from numbered."${name}"`);
  await ask(`
    select setval(pg_get_serial_sequence('strapi_${name}', 'id'), (select max(id) from strapi_${name}))`);
  for (const other of relations[name] ?? []) {
    await ask(`
      insert into strapi_${name}_${other}_lnk (${name}_id, ${other}_id)
      select id, ${other}_id
      from numbered."${name}"
      where ${other}_id is not null`);
  }
}
await ask("create unique index on strapi_contact (external_id)");
await ask("vacuum analyze");

const { accessKey } = await strapi
  .service("admin::api-token")
  .create({ name: "bench", description: "", type: "full-access", lifespan: null });
await strapi.start();
process.stdout.write(`token ${accessKey}\nlistening ${strapi.server.httpServer.address().port}\n`);
process.on("SIGTERM", () => process.exit());
