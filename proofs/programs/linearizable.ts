import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { startFaultProxy } from "../../test/harness/fault-proxy.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { pick, seededRandom } from "../../test/harness/random.ts";
import { acmeWith, booking, productionHost, withSlots } from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { engine } from "../../test/harness/test-database.ts";
import {
  bookingStep,
  newBookingState,
  newSlotState,
  slotSeats,
  slotStep,
  type SlotInput,
} from "../parts/booking-model.ts";
import { actOnBooking, actOnSlot, type Callers, type OwnSlot } from "../parts/booking-callers.ts";
import { distrustChecker } from "../parts/distrust-checker.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import { linesOf, offeringCampaign, offeringKey, ownSlot } from "../parts/own-slots.ts";
import { isLinearizable, showHistory, type Operation } from "../parts/history.ts";
import { observe, record } from "../parts/record-history.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Several callers work on one booking, or on one slot, over two server processes, while these are killed and
 * paused and the database connections are cut. Each history must have a sequential order that explains its
 * answers.
 */
export const linearizable: Proof = {
  promises: ["P7"],
  what: "each booking and each slot behaves as if asked by one caller at a time",
  goal: "20,000 histories, 0 violations",
  unit: "histories",
  engines: ["sqlite", "postgres"],
  usual: 400,
  full: 20_000,
  ci: 30,
  shows: ["changes", "holds", "accepts", "terms"],
  prove,
};

const batch = 100;
const atOnce = 6;
const settings = { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" };
/** What a caller does to have a seat, and afterwards. */
const allSteps: readonly (readonly [SlotInput["kind"], ...SlotInput["kind"][]])[] = [
  ["book"],
  ["book", "cancel"],
  ["book", "move"],
  ["book", "move", "cancel"],
  ["hold", "book held"],
  ["hold", "release"],
];

/** Where free seats are offered. */
const offerSteps: typeof allSteps = [
  ["book", "cancel"],
  ["book", "cancel"],
  ["book", "accept", "accept", "accept"],
  ["book", "accept", "accept", "accept"],
  ["book", "accept", "cancel"],
  ["book", "move"],
  ["hold", "release"],
];

/** Starts a server as an operator would: a start that meets a busy database is repeated. */
async function startAgain(databaseUrl: string): Promise<ServerProcess> {
  for (let left = 5; ; left -= 1) {
    try {
      return await startServerProcess(databaseUrl, settings);
    } catch (error) {
      if (left === 0) throw error;
      await sleep(1_000);
    }
  }
}

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const distrusted = distrustChecker();
  if (distrusted.length > 0) return { figures: {}, breaches: distrusted };
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("first")])]);
  const { id: accountId } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  const token = await prepared.token();
  const { key } = await openDesk(prepared);
  const proxy = engine === "postgres" ? await startFaultProxy(prepared.databaseUrl) : null;
  const url = proxy?.url ?? prepared.databaseUrl;
  await importLines(prepared.store, accountId, offeringCampaign);
  const servers: ServerProcess[] = [await startAgain(url), await startAgain(url)];
  const figures = {
    histories: 0,
    operations: 0,
    changes: 0,
    moves: 0,
    closings: 0,
    limits: 0,
    holds: 0,
    accepts: 0,
    terms: 0,
    open: 0,
    kills: 0,
    pauses: 0,
    cuts: 0,
    violations: 0,
  };
  const breaches: string[] = [];
  const state = { over: false };
  const gone = new Set<ServerProcess>();
  const pickServer = () =>
    pick(
      random,
      servers.filter((server) => !gone.has(server)),
    );

  const faults = (async () => {
    while (!state.over) {
      await sleep(100 + random(400));
      const dice = random(12);
      const victim = random(2);
      if (dice === 0) {
        const killed = servers[victim]!.kill();
        // Requests to a killed server would all have open outcomes, which any order explains.
        gone.add(servers[victim]!);
        await killed;
        servers[victim] = await startAgain(url);
        figures.kills += 1;
      } else if (dice < 6 || proxy === null) {
        servers[victim]!.child.kill("SIGSTOP");
        await sleep(50 + random(250));
        servers[victim]!.child.kill("SIGCONT");
        figures.pauses += 1;
      } else {
        proxy.cutAll();
        figures.cuts += 1;
      }
    }
  })();

  const callers: Callers = {
    publicly: (path, rest) =>
      call(pickServer().api, { path, host: productionHost, token, ...rest }),
    atDesk: (path, body, method = "POST") =>
      call(pickServer().operator, {
        method,
        ...(method === "PUT" && path.includes("/slots/") && { headers: { "if-match": "*" } }),
        path,
        host: "localhost",
        token: key,
        ...(method !== "DELETE" && { body }),
      }),
  };

  const checkBooking = async (id: string, who: string) => {
    const act = actOnBooking(callers, { id, who });
    const inputs = ["cancel", "cancel", "read", "read", "check-in", "undo-check-in"] as const;
    const history = await record(random, 3 + random(3), () => pick(random, inputs), act);
    // A read after all operations must see their effects.
    history.push(await observe("read", act));
    judge(isLinearizable(history, newBookingState, bookingStep), history);
  };
  const checkSlot = async (slot: OwnSlot) => {
    const act = actOnSlot(callers, slot);
    const isOffering = slot.interaction === offeringKey;
    const bookers = Array.from({ length: 4 }, async (_, index) => {
      const who = index < 2 ? `v${index}` : `w${index}`;
      const observed: Operation<SlotInput>[] = [];
      let tookMs = 0;
      for (const kind of pick(random, isOffering ? offerSteps : allSteps)) {
        // Somebody else has to free a seat before, on a busy machine as slowly as this one has booked.
        if (kind === "accept") await sleep(random(30) + random(1 + Math.ceil(2 * tookMs)));
        const begunAt = performance.now();
        const seen = await observe<SlotInput>({ kind, who }, act);
        tookMs = performance.now() - begunAt;
        observed.push(seen);
        // Without an answer the booking's id is not known, and a refused hold is none.
        if (seen.output === null || (kind === "hold" && seen.output === "refused")) break;
      }
      return observed;
    });
    const closing = async () => {
      await sleep(random(8));
      return random(3) > 0 ? [] : [await observe<SlotInput>({ kind: "close", who: "" }, act)];
    };
    const limiting = async () => {
      await sleep(random(8));
      if (random(2) > 0) return [];
      return [await observe<SlotInput>({ kind: "limit", who: String(random(3)) }, act)];
    };
    const switching = async () => {
      await sleep(random(8));
      if (random(2) > 0) return [];
      const switched: Operation<SlotInput>[] = [];
      for (const who of [pick(random, ["window", "cutoff"]), "open"]) {
        switched.push(await observe<SlotInput>({ kind: "terms", who }, act));
      }
      return switched;
    };
    const history = (await Promise.all([...bookers, closing(), limiting(), switching()])).flat();
    judge(isLinearizable(history, newSlotState(slotSeats, isOffering), slotStep), history);
  };
  const judge = (fine: boolean, history: readonly Operation<unknown>[]) => {
    figures.histories += 1;
    figures.operations += history.length;
    figures.changes += history.filter(({ output }) => hasChanged(output)).length;
    figures.moves += countOf(history, "move", "done");
    figures.closings += countOf(history, "close", "closed");
    figures.limits += countOf(history, "limit", "done");
    figures.holds += countOf(history, "hold", "done");
    figures.accepts += countOf(history, "accept", "done");
    figures.terms += countOf(history, "terms", "done");
    figures.open += history.filter(({ output }) => output === null).length;
    if (fine) return;
    figures.violations += 1;
    breaches.push(`no order explains ${showHistory(history)}`);
  };

  let slotNumber = 0;
  try {
    // Whether somebody is offered a seat is left to chance.
    while ((figures.histories < count || figures.accepts === 0) && timeLeft()) {
      const lines = Array.from({ length: batch }, (_, index) =>
        booking(`h-${figures.histories}-${index}`),
      );
      const slots = Array.from({ length: batch / 4 }, () => {
        slotNumber += 1;
        return ownSlot(slotNumber);
      });
      await importLines(prepared.store, accountId, [
        ...slots.flatMap(linesOf),
        ...withSlots(lines),
      ]);
      const work = [
        ...lines.map((line) => () => checkBooking(line.booking, line.external_id)),
        ...slots.map((slot) => () => checkSlot(slot)),
      ];
      const lane = async () => {
        for (let next = work.pop(); next !== undefined && timeLeft(); next = work.pop()) {
          await next();
          tell(figures.histories, `${figures.violations} violations, ${figures.kills} kills`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    }
  } finally {
    state.over = true;
    await faults;
    for (const server of servers) await server.kill();
    await proxy?.[Symbol.asyncDispose]();
  }
  if (figures.open > figures.operations / 4) {
    breaches.push(
      `${figures.open} of ${figures.operations} operations are open: too many to judge`,
    );
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(prepared))] };
}

/** Whether the answer is that of an operation which changed something. */
function hasChanged(output: string | null): boolean {
  return /^(done|CONFIRMED|WAITLIST|closed)/.test(output ?? "");
}

function countOf(history: readonly Operation<unknown>[], kind: string, output: string): number {
  return history.filter(
    (each) =>
      (each.input as { kind?: string }).kind === kind && each.output?.startsWith(output) === true,
  ).length;
}
