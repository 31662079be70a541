import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { engine } from "../../test/harness/test-database.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { ListLoad, longest, percent, rate, type Window } from "../parts/list-load.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A large account. Callers ask one list after the other, all the time. In every second window three
 * check-in desks poll, ten times as often as the console does, and somebody verifies the account again
 * and again. What the windows between answer is the measure for those, so that a busy machine counts for
 * both. Where operators have no processor beside the callers and the server processes, their work is what the
 * callers lose, so the rate is not judged.
 */
export const desks: Proof = {
  promises: ["P17"],
  what: "three check-in desks and a verification beside callers at full load",
  goal: "at least 90 % of the callers' rate where there are processors for all, no silence over 50 ms more than without them",
  unit: "pairs of windows",
  engines: ["sqlite", "postgres"],
  usual: 6,
  full: 30,
  shows: ["lists a second", "polls", "verifications"],
  prove,
};

const contacts = 20_000;
const bookingsOfEach = 5;
const slots = 500;
const windowMs = 2_000;
const pollMs = 1_000;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using prepared = await startTestService([acmeWith(bookings())]);
  const token = await prepared.token();
  const { key } = await openDesk(prepared);
  const figures: Record<string, number | string> = {};
  const breaches: string[] = [];
  for (const processes of [1, 2]) {
    await using server = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      PROCESSES: String(processes),
    });
    await using load = await ListLoad.open(server.api, token, contacts);
    await using operators = new Operators(server.operator, key);
    await load.during(windowMs);
    const calm: Window[] = [];
    const busy: Window[] = [];
    let logBytes = 0;
    for (let pair = 0; pair < count && timeLeft(); pair += 1) {
      calm.push(await load.during(windowMs));
      operators.begin();
      busy.push(await load.during(windowMs));
      logBytes = Math.max(logBytes, sizeOfLog(prepared.databaseUrl));
      await operators.pause();
      tell(pair + 1, `${processes} processes`);
    }
    const part = rate(busy) / rate(calm);
    const silence = { calm: longest(calm), busy: longest(busy) };
    // One for each server process and one for the callers.
    const isRoomy = availableParallelism() >= processes + 1;
    if (isRoomy && part < 0.9)
      breaches.push(`${processes} processes: ${percent(part)} of the callers' rate`);
    if (silence.busy > silence.calm + 50) {
      breaches.push(`${processes} processes: nobody was answered for ${silence.busy} ms`);
    }
    Object.assign(figures, {
      "lists a second": Math.min(Number(figures["lists a second"] ?? Infinity), rate(calm)),
      [`${processes}: lists a second, calm and busy`]: `${rate(calm)} and ${rate(busy)}`,
      [`${processes}: rate kept`]: `${percent(part)}${isRoomy ? "" : " (too few processors to judge)"}`,
      [`${processes}: longest silence in ms, calm and busy`]: `${silence.calm} and ${silence.busy}`,
      polls: Number(figures["polls"] ?? 0) + operators.polls,
      verifications: Number(figures["verifications"] ?? 0) + operators.verifications,
      ...(engine === "sqlite" && { "largest write-ahead log in MB": Math.round(logBytes / 1e6) }),
    });
    if (operators.refused > 0) breaches.push(`${operators.refused} operators' calls failed`);
  }
  return { figures, breaches };
}

function bookings() {
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
