import { deepStrictEqual } from "node:assert";
import type { BenchEngine, EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { compare, type Comparison } from "./compare.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern, helloPattern } from "./requests.ts";
import { callers, inTurn, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget } from "./target.ts";

/** The service writes the records of its requests within this time after its answers. */
const recordedWithinMs = 1_200;
const firstOnes = 20;
/** A round ends after this many times the seconds of other comparisons, however slow the disk is. */
const patience = 20;

/**
 * Compares cancels by many callers with servers that commit each one alone, and with servers that commit all
 * waiting ones together. Each server has a database of its own, because a booking can be cancelled once.
 */
export async function compareCancels(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Comparison> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const original = await install(engine, stage.newName("cancels"), world, Date.now());
  const copies = await Promise.all(
    [
      "service",
      "batched",
      "single",
      ...("missing" in stage.compiled ? [] : ["batched_in_go", "single_in_go"]),
    ].map((name) => engine.copy(original.databaseUrl, stage.newName(name))),
  );
  const [ofService = "", ofBatched = "", ofSingle = "", ofBatchedInGo = "", ofSingleInGo = ""] =
    copies;
  const [service, batched, single, hello, batchedInGo, singleInGo] = await Promise.all([
    stage.service(ofService),
    stage.reference("cancel-batched", ofBatched),
    stage.reference("cancel-single", ofSingle),
    stage.reference("hello", ofService),
    stage.inGo("cancel-batched", ofBatchedInGo),
    stage.inGo("cancel-single", ofSingleInGo),
  ]);
  const token = await getToken(service.port, original);
  const most = (pace.rounds + 1) * pace.cancelsPerRound + 2 * pace.warmUps + firstOnes;
  const pattern = cancelPattern(world, token, most);
  if (pattern.values.length < most) throw new Error("There are too few bookings to cancel.");
  const targets = [
    { ...targetOf("service", service, pattern, engine), lateWorkMs: recordedWithinMs },
    targetOf("batched", batched, pattern, engine),
    targetOf("single", single, pattern, engine),
    ...batchedInGo.map((program) => targetOf("batched in Go", program, pattern, engine)),
    ...singleInGo.map((program) => targetOf("single in Go", program, pattern, engine)),
  ];
  const limits = { connections: callers, seconds: pace.seconds * patience, rate: null };
  for (const target of targets) {
    await loadTarget(stage.generator, target, { ...limits, requests: firstOnes });
  }
  await checkSameRows(engine, pattern.values.slice(0, firstOnes), copies);
  const comparison = await compare(stage.generator, {
    title: "cancel",
    engine: engineName,
    of: "service",
    targets: [...targets, targetOf("hello", hello, helloPattern(), null)],
    ...inTurn(pace),
    limits: { ...limits, requests: pace.cancelsPerRound },
  });
  await stage.stop([service, batched, single, hello, ...batchedInGo, ...singleInGo]);
  for (const databaseUrl of [original.databaseUrl, ...copies]) await engine.drop(databaseUrl);
  return comparison;
}

/**
 * Throws unless the cancels left the same rows in each database: booking, ticket, history, seats. The
 * idempotency records are not compared: each commit writes one, and the number of commits depends on chance.
 */
async function checkSameRows(
  engine: BenchEngine,
  bookingIds: readonly string[],
  databaseUrls: readonly string[],
): Promise<void> {
  const [expected, ...others] = await Promise.all(
    databaseUrls.map((databaseUrl) =>
      engine.ask(
        databaseUrl,
        `select
           booking.id,
           booking.booking_status,
           case when booking.booked_at = ticket.cancelled_at then 1 else 0 end as is_dated,
           booking_event.number,
           booking_event.kind,
           booking_event.booking_status as status_after,
           case when booking_event.at = booking.booked_at then 1 else 0 end as is_in_history,
           booking_event.details,
           slot.taken,
           slot.overbooked_by
         from booking
         join ticket
           on ticket.account_id = booking.account_id
           and ticket.booking_id = booking.id
         join booking_event
           on booking_event.account_id = booking.account_id
           and booking_event.booking_id = booking.id
           and booking_event.number > 1
         join slot
           on slot.account_id = booking.account_id
           and slot.number = booking.slot_number
         where booking.account_id = 1
         and booking.id in (${bookingIds.map((id) => engine.uuid(id)).join(", ")})
         order by booking.id`,
      ),
    ),
  );
  if (expected?.length !== bookingIds.length) throw new Error("Not every cancel left its rows.");
  for (const other of others) deepStrictEqual(other, expected);
}
