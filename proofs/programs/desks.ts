import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { engine } from "../../test/harness/test-database.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { ListLoad, longest, percent, rate } from "../parts/list-load.ts";
import { callersLost, compared, ComparedWindows } from "../parts/serving-windows.ts";
import { Stalls } from "../parts/stalls.ts";
import { childrenOf, mainThreadTime, usedByOthers } from "../parts/thread-time.ts";
import { workOfAll } from "../parts/work-of-all.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A large account. Callers ask one list after the other, all the time. In one of three windows three
 * check-in desks poll, ten times as often as the console does, and somebody verifies the account again
 * and again. The other two are the measure for it: callers alone, and beside loops that use as much processor time
 * as the operators.
 *
 * Three measures hold on a machine that other programs use, with one server process and with two: the processor
 * time that a list costs the threads that serve callers, the longest stall of their event loops, and the longest
 * silence. Neither counts the time for which these threads, or the callers, waited for a processor.
 * The callers' rate is judged only where other programs leave the processors alone, and there is one for each
 * process that callers need: otherwise the operators' work is what the callers lose.
 */
export const desks: Proof = {
  promises: ["P17"],
  what: "three check-in desks and a verification beside callers at full load",
  goal: "a list costs the callers' threads at most 30 % more processor time than beside endless loops that use as much of the processors as the operators, no stall of their event loops and no silence of the service's own (SQLite) over 50 ms more than without them; 90 % of the callers' rate where there are processors for all",
  unit: "rounds of windows",
  engines: ["sqlite", "postgres"],
  usual: 6,
  full: 30,
  shows: ["lists a second", "polls", "verifications"],
  prove,
};

/** The account of a run of five rounds or more; that of a shorter run is smaller, because it takes long to import. */
const contactsMost = 20_000;
const bookingsOfEach = 5;
const slots = 500;
const pollMs = 1_000;
/** Lists that a process serves before its code is compiled. */
const listsToWarmUp = 5_000;
const warmUpMs = 2_000;
/** Beyond this part of the processors, other programs decide the callers' rate. */
const quiet = 0.2;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const contacts = Math.round(contactsMost * Math.min(1, count / 5));
  await using prepared = await startTestService([acmeWith(bookings(contacts))]);
  const token = await prepared.token();
  const { key } = await openDesk(prepared);
  const figures: Record<string, number | string> = {};
  const breaches: string[] = [];
  const others = await usedByOthers();
  figures["processors that others use"] = percent(others);
  for (const processes of [1, 2]) {
    using folder = temporaryFolder();
    const stalls = new Stalls(folder.path);
    await using server = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      PROCESSES: String(processes),
      ...stalls.environment,
    });
    const { pid = 0 } = server.child;
    const serving = processes === 1 ? [pid] : childrenOf(pid);
    const waited = () => mainThreadTime([...serving, process.pid]).waited;
    await using load = new ListLoad(server.api, token, contacts, waited);
    await using operators = new Operators(server.operator, key);
    for (let lists = 0; lists < listsToWarmUp && timeLeft();) {
      lists += (await load.during(warmUpMs)).answers;
    }
    const windows = new ComparedWindows({
      serving,
      stalls,
      workOfAll: workOfAll([pid, ...childrenOf(pid)], prepared.databaseUrl),
    });
    const { calm, busy } = windows;
    let logBytes = 0;
    for (let round = 0; round < count && timeLeft(); round += 1) {
      await calm.add(load);
      operators.begin();
      await busy.add(load);
      logBytes = Math.max(logBytes, sizeOfLog(prepared.databaseUrl));
      await operators.pause();
      await windows.addControl(load);
      tell(round + 1, `${processes} processes`);
    }
    const part = calm.all.length === 0 ? 1 : rate(busy.all) / rate(calm.all);
    const isRoomy = availableParallelism() >= processorsFor(processes);
    if (isRoomy && others < quiet && part < 0.9)
      breaches.push(`${processes} processes: ${percent(part)} of the callers' rate`);
    const lost = callersLost(windows);
    breaches.push(...lost.map((what) => `${processes} processes: ${what}`));
    const [calmMs, busyMs] = [calm, busy].map(({ all }) => longest(all, "ownSilenceMs"));
    // PostgreSQL's processes wait for processors, too, and a silence of the service's own includes that.
    if (engine === "sqlite" && busyMs! > calmMs! + 50)
      breaches.push(`${processes} processes: nobody was answered for ${busyMs} ms`);
    Object.assign(figures, {
      "lists a second": Math.min(Number(figures["lists a second"] ?? Infinity), rate(calm.all)),
      [`${processes}: rate kept`]: `${percent(part)}${isRoomy && others < quiet ? "" : " (not judged: too few processors)"}`,
      ...compared(processes, windows),
      polls: Number(figures["polls"] ?? 0) + operators.polls,
      verifications: Number(figures["verifications"] ?? 0) + operators.verifications,
      ...(engine === "sqlite" && { "largest write-ahead log in MB": Math.round(logBytes / 1e6) }),
    });
    if (operators.refused > 0) breaches.push(`${operators.refused} operators' calls failed`);
  }
  return { figures, breaches };
}

/** One for each server process and one for the callers; with PostgreSQL another for their statements. */
function processorsFor(processes: number): number {
  return processes + (engine === "postgres" ? 2 : 1);
}

function bookings(contacts: number) {
  return Array.from({ length: contacts * bookingsOfEach }, (_, index) => {
    const day = 1 + (index % 28);
    const minute = Math.floor((index % slots) / 28);
    const time = `${String(8 + Math.floor(minute / 4)).padStart(2, "0")}:${String((minute % 4) * 15).padStart(2, "0")}`;
    return booking(`c-${index % contacts}`, {
      slot_starting_at: `2030-05-${String(day).padStart(2, "0")}T${time}:00Z`,
    });
  });
}

function sizeOfLog(databaseUrl: string): number {
  if (!databaseUrl.startsWith("sqlite:")) return 0;
  return (
    statSync(`${databaseUrl.slice("sqlite:".length)}-wal`, { throwIfNoEntry: false })?.size ?? 0
  );
}

/** Three desks and somebody who verifies. */
class Operators implements AsyncDisposable {
  polls = 0;
  verifications = 0;
  refused = 0;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #stop: AbortController | null = null;
  #working: Promise<unknown> = Promise.resolve();

  constructor(operator: string, key: string) {
    this.#url = `${operator}/operator/v1/accounts/acme/production`;
    this.#headers = { authorization: `Bearer ${key}` };
  }

  begin(): void {
    const stop = new AbortController();
    this.#stop = stop;
    const desk = async (day: number) => {
      const slot = encodeURIComponent(`2030-05-0${day}T08:00:00Z`);
      while (!stop.signal.aborted) {
        await this.#ask(
          `/bookings?interaction=pk_summer&activity=tasting&slot=${slot}&limit=500`,
          "GET",
        );
        this.polls += 1;
        await sleep(pollMs);
      }
    };
    const verifier = async () => {
      while (!stop.signal.aborted) {
        await this.#ask("/verify", "POST");
        this.verifications += 1;
      }
    };
    this.#working = Promise.all([desk(1), desk(2), desk(3), verifier()]);
  }

  /** Waits for what was asked, so that none of it falls into the next window. */
  async pause(): Promise<void> {
    this.#stop?.abort();
    await this.#working;
  }

  async #ask(path: string, method: string): Promise<void> {
    const answer = await fetch(`${this.#url}${path}`, { method, headers: this.#headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) this.refused += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pause();
  }
}
