import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Answer, Call } from "../../test/harness/call.ts";
import { breaches as lawBreaches } from "../../test/harness/database.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  withSlots,
  type BookingLine,
} from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { checkClock } from "../model/check-clock.ts";
import { checkDesk } from "../model/check-desk.ts";
import type { Side } from "../model/side.ts";
import type { EngineName, Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Compares random sequences of calls on one engine or on both with a model of the interface that fits on a
 * page. The model has bookings in the order of A7 and the one transition over HTTP. Time and ids are under
 * control, so both engines' answers must be the same bytes. As many further sequences hold operators' acts
 * and imports against the model of a desk (`DeskModel`), and as many holds, offers and windows against the model of the
 * clock (`ClockModel`).
 */
export function modelOn(engines: readonly EngineName[]): Proof {
  return {
    promises: ["P8"],
    what: "the service answers as the written model does, both engines byte for byte alike",
    goal: "2,000 sequences, 0 differences",
    unit: "sequences",
    // The named engine does not matter, because both run beside each other.
    engines: ["postgres"],
    usual: 80,
    full: 2_000,
    shows: ["calls", "acts", ...byClock],
    prove: (order) => prove(order, engines),
  };
}

/** What must happen in the sequences under the clock, by the figure's name. */
const byClock = ["ends by time", "offers", "accepts", "refusals by the clock"] as const;

export const model = modelOn(["sqlite", "postgres"]);

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
    // Few days, so that several bookings start at the same moment.
    day: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom("CONFIRMED", "WAITLIST", "CANCELLED"),
    ticket: fc.constantFrom("live", "live", "cancelled", "checked in"),
  }),
  { minLength: 4, maxLength: 12 },
);
const listCall = fc.record({
  call: fc.constant("list" as const),
  contact: fc.constantFrom(...contacts, ...contacts, "nobody"),
  // Each filter is left out half of the time; otherwise most lists would be empty.
  publicKey: fc.option(fc.constantFrom(...publicKeys, "pk_unknown"), { freq: 1 }),
  from: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 1 }),
  to: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 1 }),
  statuses: fc.uniqueArray(fc.constantFrom(...statuses), { maxLength: 3 }),
  language: fc.option(fc.constantFrom("fr", "en-GB", "es", "xx", "")),
  pageSize: fc.integer({ min: 0, max: 4 }),
  pageNumber: fc.integer({ min: 0, max: 4 }),
});
const cancelCall = fc.record({
  call: fc.constant("cancel" as const),
  index: fc.integer({ min: 0, max: 12 }),
  key: fc.option(fc.constantFrom("k1", "k2"), { freq: 2 }),
});
const calls = fc.array(fc.oneof(listCall, { arbitrary: cancelCall, weight: 2 }), {
  minLength: 6,
  maxLength: 14,
});

type Given = (typeof bookings extends fc.Arbitrary<infer T> ? T : never)[number];
type Step = (typeof calls extends fc.Arbitrary<infer T> ? T : never)[number];
type ListStep = Extract<Step, { call: "list" }>;

async function prove(
  { seed, count, timeLeft, tell }: ProofOrder,
  engines: readonly EngineName[],
): Promise<Proven> {
  const clock = { ms: Date.now() };
  await using stack = new AsyncDisposableStack();
  const sides: Side[] = [];
  for (const engine of engines) {
    const service = await startTestService(
      [acmeWith([])],
      { RATE_LIMIT_REQUESTS_PER_MINUTE: "0", TOKEN_LIFETIME_SECONDS: "86400" },
      { engine, vary: (parts) => ({ ...parts, now: () => clock.ms }) },
    );
    stack.use(service);
    const { id } = (await service.store.accounts.find(acmeWith([]).name))!;
    sides.push({ service, accountId: id, token: await service.token() });
  }
  const figures = {
    sequences: 0,
    calls: 0,
    "desk sequences": 0,
    acts: 0,
    "clock sequences": 0,
    "ends by time": 0,
    offers: 0,
    accepts: 0,
    "refusals by the clock": 0,
    differences: 0,
  };
  let run = 0;
  const property = fc.asyncProperty(bookings, calls, async (given, sequence) => {
    if (!timeLeft()) return;
    run += 1;
    const lines = given.map((each) => lineOf(each, run));
    for (const { service, accountId } of sides) {
      await importLines(service.store, accountId, withSlots(lines));
    }
    const state = { bookings: toModel(given, lines), remembered: new Map(), run };
    for (const step of sequence) {
      clock.ms += 1_000;
      await compare(sides, state, step);
      figures.calls += 1;
    }
    figures.sequences += 1;
    tell(figures.sequences, `${figures.calls} calls`);
  });
  const found = await fc.check(property, { seed, numRuns: count });
  const atDesk = await checkDesk(sides, {
    seed,
    count,
    timeLeft,
    clock,
    onSequence: (steps) => {
      figures["desk sequences"] += 1;
      figures.acts += steps;
      tell(figures["desk sequences"], `${figures.acts} acts at the desk`);
    },
  });
  const underClock = await checkClock(sides, {
    seed,
    count,
    timeLeft,
    clock,
    onSequence: (steps, { ends, offers, accepts, refusals }) => {
      figures["clock sequences"] += 1;
      figures.acts += steps;
      figures["ends by time"] += ends;
      figures.offers += offers;
      figures.accepts += accepts;
      figures["refusals by the clock"] += refusals;
      tell(figures["clock sequences"], `${figures["ends by time"]} ended by time`);
    },
    hasAll: () => byClock.every((name) => figures[name] > 0),
  });
  // Some bookings are imported CONFIRMED without a live ticket, which one invariant reports; the others hold.
  const broken = sides.flatMap(({ service }) => lawBreaches(service.databaseUrl));
  const difference = found.failed
    ? [`${(found.errorInstance as Error)?.message} after ${JSON.stringify(found.counterexample)}`]
    : [];
  if (atDesk !== null) difference.push(atDesk);
  if (underClock !== null) difference.push(underClock);
  figures.differences = difference.length;
  return { figures, breaches: [...difference, ...broken.map((row) => JSON.stringify(row))] };
}

/** Each run has contacts, slots and keys of its own. */
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
  return given.map((each, index) => {
    const { contact, publicKey, day: number, status } = each;
    const id = lines[index]?.booking ?? "";
    const refusal = refusalOf(each);
    return { id, contact, publicKey, startsAt: day(number), refusal, status };
  });
}

function refusalOf({ status, ticket }: Given): ModelBooking["refusal"] {
  if (status === "CANCELLED" || ticket === "cancelled") return "cancelled";
  return ticket === "checked in" ? "checked in" : null;
}

interface State {
  readonly bookings: ModelBooking[];
  readonly remembered: Map<string, { id: string; status: number }>;
  readonly run: number;
}

async function compare(sides: readonly Side[], state: State, step: Step): Promise<void> {
  const target = step.call === "cancel" ? (state.bookings[step.index] ?? null) : null;
  const id = target?.id ?? "00000000-0000-4000-8000-000000000000";
  const call: Call =
    step.call === "list"
      ? { path: listPath(step, state.run) }
      : {
          method: "POST",
          path: cancelPath,
          body: { booking: id },
          headers: step.key === null ? {} : { "idempotency-key": `${step.key}-${state.run}` },
        };
  const answers = await Promise.all(
    sides.map(({ service, token }) =>
      service.call({
        ...call,
        token,
        headers: { ...call.headers, "x-request-id": `model-${state.run}` },
      }),
    ),
  );
  const [first, ...others] = answers;
  if (first === undefined) throw new Error("There is no engine.");
  const expected =
    step.call === "list"
      ? modelList(state.bookings, step)
      : modelCancel(target, id, step.key, state.remembered);
  const seen = step.call === "list" ? seenInList(first) : first.status;
  if (!isDeepStrictEqual(seen, expected)) {
    throw new Error(
      `${call.path} was ${JSON.stringify(seen)} and should be ${JSON.stringify(expected)}`,
    );
  }
  for (const other of others) {
    if (bytesOf(first) !== bytesOf(other)) {
      throw new Error(`the engines differ: ${bytesOf(first)} and ${bytesOf(other)}`);
    }
  }
}

function bytesOf({ status, headers, text }: Answer): string {
  const { date: _, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
}

function seenInList(answer: Answer): unknown {
  if (answer.status !== 200) return answer.status;
  const shown = (answer.json.bookings ?? []).map((record: any) => [
    record.booking,
    record.booking_status,
  ]);
  return { ...answer.json, bookings: shown };
}

function listPath(step: ListStep, run: number): string {
  const parameters = new URLSearchParams({ external_id: `${step.contact}-${run}` });
  const time = (number: number) => new Date(day(number)).toISOString();
  if (step.publicKey !== null) parameters.set("public_keys", step.publicKey);
  if (step.from !== null) parameters.set("slot_date_range.from", time(step.from));
  if (step.to !== null) parameters.set("slot_date_range.to", time(step.to));
  for (const status of step.statuses) parameters.append("booking_status", status);
  if (step.language !== null) parameters.set("language", step.language);
  parameters.set("page_size", String(step.pageSize));
  parameters.set("page_number", String(step.pageNumber));
  return `${fetchPath}?${parameters.toString()}`;
}

function modelList(all: readonly ModelBooking[], step: ListStep): object | number {
  if (step.pageSize < 1 || step.pageNumber < 1 || step.publicKey === "pk_unknown") return 500;
  const matching = all
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
