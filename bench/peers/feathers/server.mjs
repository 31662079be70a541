import { AuthenticationService, JWTStrategy, authenticate } from "@feathersjs/authentication";
import { feathers } from "@feathersjs/feathers";
import { KnexService, transaction } from "@feathersjs/knex";
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from "@feathersjs/koa";
import knex from "knex";
import { randomUUID } from "node:crypto";
import { once } from "node:events";

/**
 * The list and the cancel on Feathers 5 with Koa and Knex, on the same tables: services behind a JWT
 * that is verified at each call. The list is a Knex service over one flat table; the cancel is a service of
 * its own in a transaction, with the statements of the same rule.
 */
const { DATABASE_URL: databaseUrl, SECRET: secret } = process.env;
const database = knex({ client: "pg", connection: databaseUrl, pool: { min: 2, max: 10 } });
const app = koa(feathers());
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());
app.set("authentication", {
  entity: null,
  secret,
  authStrategies: ["jwt"],
  jwtOptions: { algorithm: "HS256", audience: "bench", issuer: "bench", expiresIn: "1d" },
});
const authentication = new AuthenticationService(app);
authentication.register("jwt", new JWTStrategy());
app.use("authentication", authentication);

app.use(
  "bookings",
  new KnexService({
    Model: database,
    name: "booking_record",
    id: "booking",
    paginate: { default: 100, max: 1000 },
  }),
  { methods: ["find"] },
);
app.use(
  "cancellations",
  { create: ({ booking }, params) => cancel(params.transaction.trx, booking) },
  { methods: ["create"] },
);
app.service("bookings").hooks({ before: { all: [authenticate("jwt")] } });
app.service("cancellations").hooks({
  before: {
    all: [authenticate("jwt")],
    create: [
      async (context) => {
        context.service.getModel = () => database;
        return transaction.start()(context);
      },
    ],
  },
  after: { create: [transaction.end()] },
  error: { create: [transaction.rollback()] },
});

async function cancel(trx, id) {
  const now = Date.now();
  const key = { account_id: 1, booking_id: id };
  const booking = await trx("booking").where({ account_id: 1, id }).forUpdate().first();
  const tickets = await trx("ticket").where(key);
  const live = tickets.filter((ticket) => ticket.cancelled_at === null);
  const isCheckedIn = tickets.some((ticket) => ticket.attendee_checked_in_at !== null);
  if (booking === undefined || live.length === 0 || isCheckedIn) throw new Error("refused");
  const type = await trx("ticket_type")
    .where({
      account_id: 1,
      interaction_id: booking.interaction_id,
      activity_id: booking.activity_id,
      id: booking.ticket_type_id,
    })
    .first();
  await trx("booking")
    .where({ account_id: 1, id })
    .update({ booking_status: "CANCELLED", booked_at: now });
  // The list's own table must tell the same.
  await trx("booking_record")
    .where({ booking: id })
    .update({
      booking_status: "CANCELLED",
      booked_at: `${new Date(now).toISOString().slice(0, 19)}Z`,
    });
  await trx("ticket").where(key).whereNull("cancelled_at").update({ cancelled_at: now });
  const { number } = await trx("booking_event").where(key).max("number as number").first();
  await trx("booking_event").insert({
    ...key,
    number: number + 1,
    kind: "cancelled",
    booking_status: "CANCELLED",
    at: now,
    recorded_at: now,
    actor: "feathers",
    request_id: randomUUID(),
  });
  if (type.has_limited_capacity === 1) {
    await trx("slot")
      .where({
        account_id: 1,
        interaction_id: booking.interaction_id,
        activity_id: booking.activity_id,
        host_id: booking.host_id,
        starting_at: booking.slot_starting_at,
      })
      .decrement("taken", live.length);
  }
  return {};
}

const server = await app.listen(0, "127.0.0.1");
if (!server.listening) await once(server, "listening");
const token = await authentication.createAccessToken({ sub: "bench" });
process.stdout.write(`token ${token}\nlistening ${server.address().port}\n`);
process.on("SIGTERM", () => process.exit());
