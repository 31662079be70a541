import { openDesk, type Desk } from "../../test/harness/operator-api.ts";
import type { Answer } from "../../test/harness/call.ts";
import { failStatements, type FailingStatements } from "../../test/harness/failing-statements.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  tokenPath,
  withSlots,
} from "../../test/harness/seed.ts";
import { importLines, startTestService, type TestService } from "../../test/harness/service.ts";
import { query } from "../../test/harness/query.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Calls every handler repeatedly while its first, second, … statement fails, with every class of error, until
 * none is left to fail. The answer must be one of the interface's and agree with the database, and the
 * process must survive.
 */
export const nth: Proof = {
  promises: ["P9"],
  what: "the Nth statement fails, for every N and class of error, in each handler",
  goal: "exhaustive, 0 corrupted, 0 lies, 0 deaths",
  unit: "rounds over everything",
  engines: ["sqlite", "postgres"],
  usual: 1,
  full: 1,
  shows: ["told done", "told 503"],
  prove,
};

/** More statements than any handler has. */
const statementsMost = 60;
const bookingsAtOnce = 200;

interface Stage {
  readonly service: TestService;
  readonly desk: Desk;
  readonly token: string;
  /** Makes a new booking to work on. */
  readonly newBooking: (fields?: Record<string, unknown>) => Promise<string>;
}

/** One handler: its request, and the effect that its success must have in the database. */
interface Handler {
  readonly prepare: (stage: Stage) => Promise<string>;
  readonly ask: (stage: Stage, id: string) => Promise<Answer>;
  readonly done: number;
  /** SQL that finds a row after the change; null for a handler that only reads. */
  readonly trace: ((id: string) => string) | null;
}

const bookingsPath = "/accounts/acme/production/bookings";
const status = (id: string, wanted: string) =>
  `select id from booking where id = '${id}' and booking_status = '${wanted}'`;
const checkedIn = (id: string) =>
  `select number from ticket where booking_id = '${id}' and attendee_checked_in_at is not null`;

const handlers: Readonly<Record<string, Handler>> = {
  list: {
    prepare: async () => "",
    ask: ({ service, token }) =>
      service.call({ path: `${fetchPath}?external_id=nth&public_keys=pk_summer`, token }),
    done: 200,
    trace: null,
  },
  token: {
    prepare: async () => "",
    ask: async ({ service }) => {
      const issued = await service.credential();
      const body = {
        client_id: issued.clientId,
        client_secret: issued.clientSecret,
        audience: issued.audience,
        grant_type: "client_credentials",
      };
      return service.call({ method: "POST", path: tokenPath, body });
    },
    done: 200,
    trace: null,
  },
  cancel: {
    prepare: ({ newBooking }) => newBooking(),
    ask: ({ service, token }, id) =>
      service.call({ method: "POST", path: cancelPath, token, body: { booking: id } }),
    done: 200,
    trace: (id) => status(id, "CANCELLED"),
  },
  "cancel with a key": {
    prepare: ({ newBooking }) => newBooking(),
    ask: ({ service, token }, id) =>
      service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: id },
        headers: { "idempotency-key": id },
      }),
    done: 200,
    trace: (id) => status(id, "CANCELLED"),
  },
  "operator's cancel": {
    prepare: ({ newBooking }) => newBooking(),
    ask: ({ desk }, id) => desk.ask("POST", `${bookingsPath}/${id}/cancel`, {}),
    done: 200,
    trace: (id) => status(id, "CANCELLED"),
  },
  "check-in": {
    prepare: ({ newBooking }) => newBooking(),
    ask: ({ desk }, id) => desk.ask("POST", `${bookingsPath}/${id}/check-in`, {}),
    done: 200,
    trace: checkedIn,
  },
  promote: {
    prepare: ({ newBooking }) => newBooking({ booking_status: "WAITLIST" }),
    ask: ({ desk }, id) => desk.ask("POST", `${bookingsPath}/${id}/promote`, { overtake: true }),
    done: 200,
    trace: (id) => status(id, "CONFIRMED"),
  },
  book: {
    prepare: async () => `nth-${crypto.randomUUID()}`,
    ask: ({ desk }, externalId) =>
      desk.ask("POST", bookingsPath, {
        external_id: externalId,
        interaction: "pk_summer",
        activity: "tasting",
        slot_starting_at: "2030-05-01T08:00:00Z",
        ticket_type: "standard",
      }),
    done: 201,
    trace: (externalId) =>
      `select booking.id from booking join contact on contact.number = contact_number where external_id = '${externalId}'`,
  },
};

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using service = await startTestService([acmeWith([booking("nth")])], {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    TOKEN_LIFETIME_SECONDS: "3600",
  });
  const { id } = (await service.store.accounts.find(acmeWith([]).name))!;
  const unused = new Map<string, string[]>();
  const stage: Stage = {
    service,
    desk: await openDesk(service),
    token: await service.token(),
    newBooking: async (fields = {}) => {
      const kind = JSON.stringify(fields);
      const ready = unused.get(kind) ?? [];
      if (ready.length === 0) {
        const lines = Array.from({ length: bookingsAtOnce }, () => booking("nth", fields));
        await importLines(service.store, id, withSlots(lines));
        ready.push(...lines.map((line) => line.booking));
        unused.set(kind, ready);
      }
      return ready.pop()!;
    },
  };
  using statements = failStatements();
  const figures = {
    failures: 0,
    handlers: 0,
    classes: statements.classes.length,
    lies: 0,
    "told done": 0,
    "told 503": 0,
  };
  const breaches: string[] = [];
  for (let round = 1; round <= count && timeLeft(); round += 1) {
    for (const [name, handler] of Object.entries(handlers)) {
      figures.handlers += 1;
      for (const error of statements.classes) {
        for (let number = 1; number <= statementsMost && timeLeft(); number += 1) {
          const { answer, reached, lie } = await failOnce(
            stage,
            handler,
            statements,
            number,
            error,
          );
          if (!reached) break;
          figures.failures += 1;
          figures[answer.status === handler.done ? "told done" : "told 503"] += 1;
          if (lie === null) continue;
          figures.lies += 1;
          breaches.push(`${name}: statement ${number} fails with ${error}: ${lie}`);
        }
        tell(round, `${name}: ${figures.failures} failures, ${figures.lies} lies`);
      }
    }
  }
  statements.calm();
  if (figures.failures === 0) breaches.push("nothing was made to fail");
  const list = await handlers["list"]!.ask(stage, "");
  if (list.status !== 200) breaches.push(`afterwards a list is answered ${list.status}`);
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(service))] };
}

async function failOnce(
  stage: Stage,
  handler: Handler,
  statements: FailingStatements,
  number: number,
  error: string,
): Promise<{ answer: Answer; reached: boolean; lie: string | null }> {
  const id = await handler.prepare(stage);
  statements.failNth(number, error);
  const answer = await handler.ask(stage, id);
  const reached = statements.calm();
  const expected = [handler.done, 503];
  if (!expected.includes(answer.status)) {
    return { answer, reached, lie: `it was answered ${answer.status} ${answer.text}` };
  }
  if (handler.trace === null) return { answer, reached, lie: null };
  const isDone = query(stage.service.databaseUrl, handler.trace(id)).length > 0;
  const toldDone = answer.status === handler.done;
  // A change may be reported as failed and exist, when only its reading back failed; that is no false answer.
  return { answer, reached, lie: toldDone && !isDone ? "it was answered done and is not" : null };
}
