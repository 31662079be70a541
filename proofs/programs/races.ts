import { call, type Call } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  productionHost,
  withSlots,
} from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import {
  makeErasureRace,
  raceErasure,
  type AskOperator,
  type ErasureRace,
} from "../parts/race-erasure.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Callers and operators do mutually exclusive things to one booking, at one moment and over several
 * processes. In each third race a contact is erased while it books.
 */
export const races: Proof = {
  promises: ["P5"],
  what: "of racing cancels one gets 200, also against check-ins and promotions; a contact is erased whole or not",
  goal: "20,000 races, 0 double, 0 none, 0 erased in part",
  unit: "races",
  engines: ["sqlite", "postgres"],
  usual: 600,
  full: 20_000,
  shows: ["decided", "erased"],
  prove,
};

const processes = 3;
const atOnce = 4;
const batch = 400;
/** A cancel wins about four of five. Check-ins win others, and a busy machine leaves some open. */
const leastDecided = 0.5;
const against = ["cancels", "check-ins", "promotions"] as const;
type Against = (typeof against)[number];

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("racer")])]);
  const { id } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  const token = await prepared.token();
  const { key } = await openDesk(prepared);
  await using stack = new AsyncDisposableStack();
  const servers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServerProcess(prepared.databaseUrl, { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" }),
    ),
  );
  for (const server of servers) stack.use(server);

  const cancel = (bookingId: string) =>
    answerOf(pick(random, servers).api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: bookingId },
    });
  const ask: AskOperator = (method, path, body) =>
    answerOf(pick(random, servers).operator, {
      method,
      path: `/operator/v1/accounts/acme/production${path}`,
      host: "localhost",
      token: key,
      ...(body !== undefined && { body }),
    });
  const operate = (bookingId: string, verb: string, body: object) =>
    ask("POST", `/bookings/${bookingId}/${verb}`, body);

  const figures = {
    races: 0,
    decided: 0,
    double: 0,
    none: 0,
    racers: 0,
    busy: 0,
    erasures: 0,
    erased: 0,
    "in part": 0,
  };
  const breaches: string[] = [];
  const race = async (bookingId: string, rival: Against) => {
    const cancels = 2 + random(15);
    const rivals = rival === "cancels" ? 0 : 1 + random(4);
    const asked = shuffled(random, [
      ...Array.from({ length: cancels }, () => () => cancel(bookingId)),
      ...Array.from(
        { length: rivals },
        () => () =>
          rival === "check-ins"
            ? operate(bookingId, "check-in", {})
            : operate(bookingId, "promote", { overtake: true }),
      ),
    ]);
    const answers = await Promise.all(
      asked.map(async ({ ask, index }) => [index, await ask()] as const),
    );
    const cancelled = answers.filter(([index]) => index < cancels).map(([, answer]) => answer);
    const others = answers.filter(([index]) => index >= cancels).map(([, answer]) => answer);
    figures.races += 1;
    figures.racers += answers.length;
    figures.decided += countOf(cancelled, 200) > 0 ? 1 : 0;
    figures.busy += unknownOf([...cancelled, ...others]);
    const breach = judge(rival, cancelled, others);
    if (breach === null) return;
    figures[breach] += 1;
    breaches.push(
      `${breach} against ${rival}: ${statuses(cancelled)} and ${statuses(others)} for ${bookingId}`,
    );
  };

  const erase = async (entrant: ErasureRace) => {
    const { end, breaches: found } = await raceErasure(ask, random, entrant);
    figures.erasures += 1;
    if (end === "erased") figures.erased += 1;
    if (end === "busy") figures.busy += 1;
    if (found.length > 0) figures["in part"] += 1;
    breaches.push(...found);
  };

  let begun = 0;
  while (begun < count && timeLeft()) {
    const length = Math.min(batch, count - begun);
    const entrants = Array.from({ length }, (_, index) => {
      const number = begun + index + 1;
      if (number % 3 === 0) return makeErasureRace(random, number);
      const rival = pick(random, against);
      const status = rival === "promotions" ? { booking_status: "WAITLIST" } : {};
      return { rival, lines: [booking("racer", status)] as const };
    });
    begun += length;
    await importLines(prepared.store, id, withSlots(entrants.flatMap(({ lines }) => lines)));
    const lane = async () => {
      for (let next = entrants.pop(); next !== undefined && timeLeft(); next = entrants.pop()) {
        if ("who" in next) await erase(next);
        else await race(next.lines[0].booking, next.rival);
        const { double, none, "in part": partly } = figures;
        tell(figures.races + figures.erasures, `${double} double, ${none} none, ${partly} in part`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }
  if (figures.decided < leastDecided * figures.races) {
    breaches.push(`only ${figures.decided} of ${figures.races} races were won by a cancel`);
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(prepared))] };
}

/** Status 0 stands for a cut connection: on a busy machine a request may wait too long. */
type Answer = Awaited<ReturnType<AskOperator>>;

function answerOf(url: string, request: Call): Promise<Answer> {
  return call(url, request).catch(() => ({ status: 0, json: undefined, headers: {} }));
}

/**
 * A request with "busy" or no answer may or may not have been first. With such an answer there need be no
 * winner.
 */
function judge(
  rival: Against,
  cancels: readonly Answer[],
  others: readonly Answer[],
): "double" | "none" | null {
  const won = countOf(cancels, 200);
  const busy = unknownOf([...cancels, ...others]) > 0;
  const stray = cancels.some(({ status }) => ![200, 400, 503, 0].includes(status));
  if (won > 1 || stray) return "double";
  if (rival === "check-ins") {
    const checkedIn = countOf(others, 200);
    if (won === 1 && checkedIn > 0) return "double";
    return won === 0 && checkedIn === 0 && !busy ? "none" : null;
  }
  if (rival === "promotions" && countOf(others, 200) > 1) return "double";
  return won === 0 && !busy ? "none" : null;
}

function countOf(answers: readonly Answer[], wanted: number): number {
  return answers.filter(({ status }) => status === wanted).length;
}

function unknownOf(answers: readonly Answer[]): number {
  return countOf(answers, 503) + countOf(answers, 0);
}

function statuses(answers: readonly Answer[]): string {
  return answers.map(({ status }) => status).join(" ");
}

function shuffled<T>(random: Random, all: readonly T[]): { ask: T; index: number }[] {
  return all
    .map((ask, index) => ({ ask, index, place: random(1 << 30) }))
    .toSorted((one, other) => one.place - other.place);
}
