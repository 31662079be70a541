import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { breaches } from "./harness/database.ts";
import { acmeWith, booking, cancelPath, fetchPath, type BookingLine } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";

/**
 * Random sequences of calls, answered by the service and by a model of the interface that fits on a
 * page. The model knows bookings in the order of A7 and the one transition there is over HTTP.
 */
interface ModelBooking {
  readonly id: string;
  readonly contact: string;
  readonly publicKey: string;
  readonly startsAt: number;
  readonly refusal: "checked in" | "cancelled" | null;
  status: string;
}

const contacts = ["ann", "bob"];
const publicKeys = ["pk_summer", "pk_winter"];
const statuses = ["CONFIRMED", "WAITLIST", "CANCELLED", "CHECKED_IN"];
const day = (number: number) => Date.UTC(2031, 0, number, 9);

const bookings = fc.array(
  fc.record({
    contact: fc.constantFrom(...contacts),
    publicKey: fc.constantFrom(...publicKeys),
    day: fc.integer({ min: 1, max: 6 }),
    status: fc.constantFrom("CONFIRMED", "WAITLIST", "CANCELLED"),
    ticket: fc.constantFrom("live", "live", "cancelled", "checked in"),
  }),
  { maxLength: 8 },
);

const listCall = fc.record({
  call: fc.constant("list" as const),
  contact: fc.constantFrom(...contacts, "nobody"),
  publicKey: fc.option(fc.constantFrom(...publicKeys, "pk_unknown"), { freq: 2 }),
  from: fc.option(fc.integer({ min: 0, max: 7 })),
  to: fc.option(fc.integer({ min: 0, max: 7 })),
  statuses: fc.uniqueArray(fc.constantFrom(...statuses), { maxLength: 3 }),
  pageSize: fc.integer({ min: 0, max: 4 }),
  pageNumber: fc.integer({ min: 0, max: 4 }),
});
const cancelCall = fc.record({
  call: fc.constant("cancel" as const),
  index: fc.integer({ min: 0, max: 8 }),
  key: fc.option(fc.constantFrom("k1", "k2"), { freq: 2 }),
});
const calls = fc.array(fc.oneof(listCall, { arbitrary: cancelCall, weight: 2 }), { maxLength: 10 });

describe("the service and the model of the interface", () => {
  test("P8 give the same answers to random sequences of calls", async () => {
    await using service = await startTestService([acmeWith([])], {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const { id } = (await service.store.accounts.find(acmeWith([]).name)) ?? assert.fail();
    const { importLines } = await import("./harness/service.ts");
    const { withSlots } = await import("./harness/seed.ts");
    let run = 0;
    await fc.assert(
      fc.asyncProperty(bookings, calls, async (given, sequence) => {
        run += 1;
        const lines = given.map((each) => lineOf(each, run));
        await importLines(service.store, id, withSlots(lines));
        await compare(service, run, toModel(given, lines), sequence);
      }),
      { numRuns: 60, endOnFailure: true },
    );
    assert.deepEqual(breaches(service.databaseUrl), []);
  });
});

type Given = (typeof bookings extends fc.Arbitrary<infer T> ? T : never)[number];
type Sequence = typeof calls extends fc.Arbitrary<infer T> ? T : never;

/** Contacts, slots and keys of one run are its own. */
function lineOf(given: Given, run: number): BookingLine {
  const cancelled = { cancelled_at: "2025-04-20T00:00:00Z" };
  const checkedIn = { attendee: { checked_in_at: "2025-04-20T00:00:00Z" } };
  const ticket = { live: {}, cancelled, "checked in": checkedIn }[given.ticket] ?? {};
  return booking(`${given.contact}-${run}`, {
    interaction: given.publicKey,
    slot_starting_at: new Date(day(given.day)).toISOString(),
    booking_status: given.status,
    tickets: [given.status === "CANCELLED" ? cancelled : ticket],
  });
}

function toModel(given: readonly Given[], lines: readonly BookingLine[]): ModelBooking[] {
  return lines.map((line, index) => {
    const {
      contact = "",
      publicKey = "",
      day: number = 0,
      status = "",
      ticket,
    } = given[index] ?? {};
    const ended = status === "CANCELLED" || ticket === "cancelled";
    const refusal = ended ? "cancelled" : ticket === "checked in" ? "checked in" : null;
    return { id: line.booking, contact, publicKey, startsAt: day(number), refusal, status };
  });
}

async function compare(
  service: TestService,
  run: number,
  model: ModelBooking[],
  sequence: Sequence,
) {
  const token = await service.token();
  const remembered = new Map<string, { id: string; status: number }>();
  for (const step of sequence) {
    if (step.call === "list") {
      const answer = await service.call({ path: listPath(step, run), token });
      const shown = (answer.json.bookings ?? []).map((record: any) => [
        record.booking,
        record.booking_status,
      ]);
      const seen = answer.status === 200 ? { ...answer.json, bookings: shown } : answer.status;
      assert.deepEqual(seen, modelList(model, step), listPath(step, run));
    } else {
      const target = model[step.index] ?? null;
      const id = target?.id ?? "00000000-0000-4000-8000-000000000000";
      const answer = await service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: id },
        headers: step.key === null ? {} : { "idempotency-key": `${step.key}-${run}` },
      });
      assert.equal(answer.status, modelCancel(target, id, step.key, remembered));
    }
  }
}

type ListStep = Extract<Sequence[number], { call: "list" }>;

function listPath(step: ListStep, run: number): string {
  const parameters = new URLSearchParams({ external_id: `${step.contact}-${run}` });
  if (step.publicKey !== null) parameters.set("public_keys", step.publicKey);
  if (step.from !== null)
    parameters.set("slot_date_range.from", new Date(day(step.from)).toISOString());
  if (step.to !== null) parameters.set("slot_date_range.to", new Date(day(step.to)).toISOString());
  for (const status of step.statuses) parameters.append("booking_status", status);
  parameters.set("page_size", String(step.pageSize));
  parameters.set("page_number", String(step.pageNumber));
  return `${fetchPath}?${parameters.toString()}`;
}

function modelList(model: readonly ModelBooking[], step: ListStep): object | number {
  if (step.pageSize < 1 || step.pageNumber < 1 || step.publicKey === "pk_unknown") return 500;
  const matching = model
    .filter(
      (each) =>
        each.contact === step.contact &&
        (step.publicKey === null || each.publicKey === step.publicKey) &&
        (step.from === null || each.startsAt >= day(step.from)) &&
        (step.to === null || each.startsAt <= day(step.to)) &&
        (step.statuses.length === 0 || step.statuses.includes(each.status)),
    )
    .toSorted((one, other) => one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1));
  const start = (step.pageNumber - 1) * step.pageSize;
  return {
    bookings: matching.slice(start, start + step.pageSize).map((each) => [each.id, each.status]),
    page_number: step.pageNumber,
    page_size: step.pageSize,
    ...(matching.length > 0 && { total_count: matching.length }),
  };
}

function modelCancel(
  target: ModelBooking | null,
  id: string,
  key: string | null,
  remembered: Map<string, { id: string; status: number }>,
): number {
  const earlier = key === null ? undefined : remembered.get(key);
  if (earlier !== undefined) return earlier.id === id ? earlier.status : 500;
  if (target === null) return 500;
  const status = target.refusal === null && target.status !== "CANCELLED" ? 200 : 400;
  if (status === 200) target.status = "CANCELLED";
  if (key !== null) remembered.set(key, { id, status });
  return status;
}
