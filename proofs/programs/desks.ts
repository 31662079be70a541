import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openSender, type Sender } from "../../bench/load/sender.ts";
import { engine } from "../../test/harness/test-database.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A large account. Callers ask one list after the other, all the time. In every second window three
 * check-in desks poll, ten times as often as the console does, and somebody verifies the account again
 * and again. What the windows between answer is the measure for those, so that a busy machine counts for
 * both.
 */
export const desks: Proof = {
  promises: ["P17"],
  what: "three check-in desks and a verification beside callers at full load",
  goal: "at least 90 % of the callers' rate, no silence over 50 ms more than without them",
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
const callers = 8;
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
    await using load = await Load.open(server.api, token);
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
    if (part < 0.9) breaches.push(`${processes} processes: ${percent(part)} of the callers' rate`);
    if (silence.busy > silence.calm + 50) {
      breaches.push(`${processes} processes: nobody was answered for ${silence.busy} ms`);
    }
    Object.assign(figures, {
      "lists a second": Math.min(Number(figures["lists a second"] ?? Infinity), rate(calm)),
      [`${processes}: lists a second, calm and busy`]: `${rate(calm)} and ${rate(busy)}`,
      [`${processes}: rate kept`]: percent(part),
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

interface Window {
  readonly answers: number;
  readonly ms: number;
  /** The longest time in which no caller was answered. */
  readonly silenceMs: number;
}

/** Callers that each ask again when they are answered, for the length of a window. */
class Load implements AsyncDisposable {
  readonly #senders: Sender[] = [];
  #answers = 0;
  #lastAt = 0;
  #silenceMs = 0;
  #failure: string | null = null;
  #isOver = true;
  #asked = 0;
  #token = "";

  static async open(api: string, token: string): Promise<Load> {
    const load = new Load();
    for (let caller = 0; caller < callers; caller += 1) {
      const sender = await openSender(Number(new URL(api).port), (error) => {
        load.#failure ??= error.message;
      });
      load.#senders.push(sender);
    }
    load.#token = token;
    return load;
  }

  #ask(sender: Sender): Promise<void> {
    this.#asked += 1;
    return new Promise((resolve) => {
      sender.send(
        `GET ${fetchPath}?external_id=c-${this.#asked % contacts} HTTP/1.1\r\n` +
          `Host: ${productionHost}\r\nAuthorization: Bearer ${this.#token}\r\n\r\n`,
        ({ status }) => {
          if (status !== 200) this.#failure ??= `answered ${status}`;
          this.#count();
          resolve();
        },
      );
    });
  }

  async #lane(sender: Sender): Promise<void> {
    while (!this.#isOver && this.#failure === null) await this.#ask(sender);
  }

  #count(): void {
    const now = performance.now();
    this.#silenceMs = Math.max(this.#silenceMs, now - this.#lastAt);
    this.#lastAt = now;
    this.#answers += 1;
  }

  async during(ms: number): Promise<Window> {
    const startedAt = performance.now();
    this.#lastAt = startedAt;
    this.#silenceMs = 0;
    this.#answers = 0;
    this.#isOver = false;
    const lanes = this.#senders.map((sender) => this.#lane(sender));
    await sleep(ms);
    this.#isOver = true;
    if (this.#failure !== null) throw new Error(`A caller was ${this.#failure}.`);
    await Promise.all(lanes);
    const endedAt = performance.now();
    const silenceMs = Math.max(this.#silenceMs, endedAt - this.#lastAt);
    return { answers: this.#answers, ms: endedAt - startedAt, silenceMs };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sender of this.#senders) sender.close();
  }
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

function rate(windows: readonly Window[]): number {
  const ms = windows.reduce((sum, window) => sum + window.ms, 0);
  return Math.round((windows.reduce((sum, { answers }) => sum + answers, 0) / ms) * 1000);
}

function longest(windows: readonly Window[]): number {
  return Math.round(Math.max(0, ...windows.map(({ silenceMs }) => silenceMs)));
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
