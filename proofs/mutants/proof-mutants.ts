import type { Mutant } from "./mutant.ts";
import { seatProofMutants } from "./seat-proof-mutants.ts";

const refusesAll = {
  file: "src/usecases/cancel-booking.ts",
  find: "const { bookingId, clientId, requestId, idempotencyKey, reason = null } = order;",
  replace: `const { bookingId, clientId, requestId, idempotencyKey, reason = null } = order;
  if (now > 0) throw new Error("out of order");`,
} as const;

/** A service that does nothing breaks no promise, and the proofs must fail on it. */
export const proofMutants: readonly Mutant[] = [
  ...["races --count 20", "kill --count 3", "overlap --count 1"].map((words) => ({
    bug: `every cancel is answered 503, for the proof ${words}`,
    ...refusesAll,
    caughtBy: { proof: words },
  })),
  {
    bug: "a cancel gives no seat back, for the proof storm",
    file: "src/store/bookings/decide-batch.ts",
    find: "giveBackSeats(before, freed)",
    replace: "giveBackSeats(before, freed * 0)",
    caughtBy: { proof: "storm --count 200" },
  },
  {
    bug: "the feed looks only at what was recorded since the last change it has, for the proof changes",
    file: "src/store/changes/give-positions.ts",
    find: 'const bookings = await unplaced(transaction, "booking_event", accountId, feed.since).execute();',
    replace: `const { rows: [last] } = await sql<{ at: number }>\`
        select coalesce(max(recorded_at), 0) as at
        from booking_event
        where account_id = \${accountId}
        and position is not null\`.execute(transaction);
      const bookings = await unplaced(transaction, "booking_event", accountId, last?.at ?? 0).execute();`,
    caughtBy: { proof: "changes --count 400" },
  },
  {
    bug: "a merge of contacts tells it of no booking, for the proof histories",
    file: "src/store/contacts/merge-contacts.ts",
    find: "events: await eventsOfContact(within, from.number, event),",
    replace: "events: [],",
    caughtBy: { proof: "histories --count 60" },
  },
  {
    bug: "a webhook's cursor moves past what it has not recorded, for the proof webhooks",
    file: "src/store/webhooks/deliveries.ts",
    find: "chunksOf(rows, rowsPerStatement)",
    replace: "chunksOf(rows.slice(rows.length), rowsPerStatement)",
    caughtBy: { proof: "webhooks --count 100" },
  },
  ...[{}, { engine: "postgres" as const }].map((on) => ({
    bug: `a delivery counts as delivered before its receiver has answered, for the proof webhooks${"engine" in on ? " on PostgreSQL" : ""}`,
    file: "src/outgoing/webhooks/lanes.ts",
    find: "const attempt = await postSigned(this.#poster, delivery, await secrets());",
    replace: `const attempt = { at: Date.now(), status: 200, error: null, ms: 0, answer: null, retryAfterMs: null };
    void secrets().then((all) => postSigned(this.#poster, delivery, all));`,
    caughtBy: { proof: "webhooks --count 100", ...on },
  })),
  {
    bug: "a follower ends at the first outage of its database, for the proof kill",
    file: "src/cli/running/print-stream.ts",
    find: "if (!isAway || definition.goesOn?.(typed) !== true) throw error;",
    replace: "throw error;",
    caughtBy: { proof: "kill --count 2", engine: "postgres" },
  },
  {
    bug: "every account lists the bookings of the first, for the proof isolation",
    file: "src/store/account-store.ts",
    find: "within(() => ask(engine, ...first, ...rest));",
    replace: "within(() => ask(engine, ...(first.map(() => 1) as First), ...rest));",
    caughtBy: { proof: "isolation" },
  },
  {
    bug: "the traced request holds the whole address, for the proof canary",
    file: "src/http/endpoints/fetch-contact-bookings.ts",
    find: "[...bookingsParameters].filter((p) => parameters.has(p))",
    replace: "[...parameters].map(String)",
    caughtBy: { proof: "canary --count 300" },
  },
  {
    bug: "an unknown path is answered 418, for the proof garbage",
    file: "contract/errors.ts",
    find: "status: 404,",
    replace: "status: 418,",
    caughtBy: { proof: "garbage --count 400" },
  },
  {
    bug: "a committed cancel whose answer was lost is tried again, for the proof cut",
    file: "src/store/bookings/transaction.ts",
    find: "if (answer !== null) {\n        engine.observeChanges",
    replace: "if (answer !== null && now < 0) {\n        engine.observeChanges",
    caughtBy: { proof: "cut --count 1", engine: "postgres" },
  },
  {
    bug: "a statement that fails is taken for done, for the proof nth",
    file: "src/store/sqlite/connection.ts",
    find: `      this.#log?.noteFault(cause);
      throw isEnvironmental(cause)`,
    replace: `      this.#log?.noteFault(cause);
      if (isEnvironmental(cause)) return { rows: [], numAffectedRows: 1n } as T;
      throw isEnvironmental(cause)`,
    caughtBy: { proof: "nth" },
  },
  {
    bug: "a first page is counted after it was read, for the proof moment",
    file: "src/store/bookings/contact-bookings.ts",
    find: "overfull.note(firstPage, rows.length > limit);",
    replace: `const [total] = rows.length > limit ? await statements.count(values) : [[rows.length]];
    return { rows: rows.slice(0, limit), totalCount: Number(total?.[0]) };`,
    caughtBy: { proof: "moment --count 4000", engine: "postgres" },
  },
  {
    bug: "a page past the end is believed whatever it is counted to, for the proof moment",
    file: "src/store/bookings/contact-bookings.ts",
    find: "if (totalCount <= offset) return",
    replace: "if (totalCount >= 0) return",
    caughtBy: { proof: "moment --count 4000", engine: "postgres" },
  },
  {
    bug: "bookings of one moment come in no order of their ids, for the proof model",
    file: "src/store/bookings/contact-bookings.ts",
    find: `.orderBy("booking.id")
      .limit(asExpression(values.limit));`,
    replace: `.orderBy("booking.id", "desc")
      .limit(asExpression(values.limit));`,
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "an older file undoes a move to another ticket type, for the proof model",
    file: "src/domain/newest-wins.ts",
    find: "const changed = Math.max(at, recordedAt);",
    replace: "const changed = at;",
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "a booking that may overwrite loses against what stands here, for the proof model",
    file: "src/domain/import/decide-booking-line.ts",
    find: "return wins || rules.overwrite ?",
    replace: "return wins ?",
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "a booking that leaves a slot keeps its seats there, for the proof model",
    file: "src/store/bookings/move-booking.ts",
    find: "seats: giveBackSeats(there, seatsFreed)",
    replace: "seats: giveBackSeats(there, move.seatsFreed * 0)",
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "a closed slot keeps its capacity, for the proof model",
    file: "src/store/slots/close-slot.ts",
    find: "changeCapacity(giveBackSeats(seats, freed), 0, true)",
    replace: "changeCapacity(giveBackSeats(seats, freed), seats.capacity, true)",
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "the seats that a file frees stay free, for the proof model",
    file: "src/store/import/portion.ts",
    find: "if (!run.keepsSeats) {",
    replace: "if (!run.keepsSeats && run.leavesOut) {",
    caughtBy: { proof: "model --count 60 --seed 2", engine: "postgres" },
  },
  {
    bug: "a cancelled booking can be cancelled again, for the proof linearizable",
    file: "src/domain/cancel-rules.ts",
    find: '!mayHappen("cancelled", booking.status) || liveTickets(booking).length === 0',
    replace: '!mayHappen("cancelled", booking.status) && liveTickets(booking).length > 9',
    caughtBy: { proof: "linearizable --count 60" },
  },
  {
    bug: "the old database goes before the new one is there, for the proof backup",
    file: "src/store/sqlite/restore.ts",
    find: "    replaceWith(holder, incoming, order.audit.now);",
    replace: `    removeDatabase(holder.path);
    replaceWith(holder, incoming, order.audit.now);`,
    caughtBy: { proof: "backup --count 100" },
  },
  {
    bug: "a request may take any time to arrive, for the proof slow",
    file: "src/http/transport/listener.ts",
    find: "requestTimeout: 8_000,",
    replace: "requestTimeout: 0,",
    caughtBy: { proof: "slow --count 60" },
  },
  {
    bug: "a server that ends cuts what it has begun, for the proof rolling",
    file: "src/service/drain.ts",
    find: "const graceMs = graceSeconds * 1000;",
    replace: "const graceMs = graceSeconds * 0;",
    caughtBy: { proof: "rolling --count 1" },
  },
  {
    bug: "a cancel is answered 200 and not written, for the proof upgrade",
    file: "src/store/bookings/transaction.ts",
    find: "const rows = change && rowsWithRecord(",
    replace: "const rows = now > 0 ? null : change && rowsWithRecord(",
    caughtBy: { proof: "upgrade --count 1200" },
  },
  {
    bug: "nobody is refused beyond the capacity, for the proof overload",
    file: "src/http/admission-control.ts",
    find: "return this.#open < Math.max(this.#openAtLeast, this.#best);",
    replace: "return this.#open < Number.MAX_SAFE_INTEGER;",
    caughtBy: { proof: "overload --count 3", engine: "postgres" },
  },
  {
    bug: "the write-ahead log has no limit, for the proof full",
    file: "src/store/sqlite/connection.ts",
    find: "    this.#log?.limit(this.#database, started);",
    replace: "    if (started < 0) this.#log?.limit(this.#database, started);",
    caughtBy: { proof: "full --count 1" },
  },
  {
    bug: "a commit waits for no standby, for the proof failover",
    file: "src/store/postgres/session-settings.ts",
    find: `value: "on",
    alsoFine: ["remote_write", "remote_apply"],`,
    replace: `value: "local",
    alsoFine: [],`,
    caughtBy: { proof: "failover --count 1", engine: "postgres" },
  },
  {
    bug: "a server process that died is missed by nobody, for the proof killed",
    file: "src/service/server-pool.ts",
    find: "if (child.isEnding || this.#closing || place === undefined) return;",
    replace: "if (child.isEnding || place !== null) return;",
    caughtBy: { proof: "killed --count 1" },
  },
  {
    bug: "what operators ask runs in the thread that serves callers, for the proof desks",
    file: "src/cli/serve.ts",
    find: "const worker = hasOwnThread ? startOperatorWorker(settings) : null;",
    replace:
      "const worker = hasOwnThread && settings.processes > 99 ? startOperatorWorker(settings) : null;",
    caughtBy: { proof: "desks --count 1" },
  },
  {
    bug: "a sign-in may have a body of 1 MB, for the proof flood",
    file: "src/operator/api/session/sign-in.ts",
    find: "const signInLimitBytes = 4 * 1024;",
    replace: "const signInLimitBytes = 1024 * 1024;",
    caughtBy: { proof: "flood --count 1" },
  },
  {
    bug: "the metrics are rendered for each who asks, for the proof flood",
    file: "src/operator/serve-machines.ts",
    find: "await renderMetrics()",
    replace: "await parts.metrics.render()",
    caughtBy: { proof: "flood --count 1" },
  },
  {
    bug: "every list that was answered stays in memory, for the proof burst",
    file: "src/http/endpoints/fetch-contact-bookings.ts",
    find: "      return bookingsPageJson(page, query);",
    replace: `      const answer = bookingsPageJson(page, query);
      Object.assign(globalThis, { [Math.random()]: answer });
      return answer;`,
    caughtBy: { proof: "burst --count 600" },
  },
  {
    bug: "a closing that was answered has cancelled its first portion only, for the proof closing",
    file: "src/store/slots/close-slot.ts",
    find: "if (!portion.more) return { cancelled };",
    replace: "return { cancelled };",
    caughtBy: { proof: "closing --count 2" },
  },
  {
    bug: "an import undoes a cancel that is newer than its file, for the proof import",
    file: "src/domain/import/decide-booking-line.ts",
    find: "const wins = isNewest(said, timed(here), histories.get(line.booking) ?? []);",
    replace: `const wins =
    isNewest(said, timed(here), histories.get(line.booking) ?? []) || here.tickets.length > 0;`,
    caughtBy: { proof: "import --count 8000" },
  },
  {
    bug: "a commit waits for no standby, for the proof ha",
    file: "src/store/postgres/session-settings.ts",
    find: `value: "on",
    alsoFine: ["remote_write", "remote_apply"],`,
    replace: `value: "local",
    alsoFine: [],`,
    caughtBy: { proof: "ha --count 3", engine: "postgres" },
  },
  {
    bug: "a kill loses the ends of holds that its process would have ended, for the proof holds",
    file: "src/store/holds/end-all-due-seats.ts",
    find: '.where("next_end_at", "is not", null)',
    replace: '.where("next_end_at", ">", Math.round(Date.now() - performance.now()))',
    caughtBy: { proof: "holds --count 1" },
  },
  {
    bug: "seats are ended six seconds late, for the proof holds",
    file: "src/service/serving.ts",
    find: "const seatEndingMs = 300;",
    replace: "const seatEndingMs = 6_000;",
    caughtBy: { proof: "holds --count 1" },
  },
  ...seatProofMutants,
];
