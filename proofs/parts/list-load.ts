import { setTimeout as sleep } from "node:timers/promises";
import { openSender, type Sender } from "../../bench/load/sender.ts";
import { fetchPath, productionHost } from "../../test/harness/seed.ts";

export interface Window {
  readonly answers: number;
  readonly ms: number;
  /** The longest time in which no caller was answered. */
  readonly silenceMs: number;
  /** The same without the time for which `waited` says that other programs had the processors. */
  readonly ownSilenceMs: number;
}

/** How often `waited` is asked, at most. */
const sampleMs = 5;

const callers = 8;

/** Callers that each ask again when they are answered, for the length of a window. */
export class ListLoad implements AsyncDisposable {
  #senders: Sender[] = [];
  readonly #port: number;
  #answers = 0;
  #lastAt = 0;
  #silenceMs = 0;
  #ownSilenceMs = 0;
  readonly #waited: () => number;
  #sample = { at: 0, waited: 0 };
  #failure: string | null = null;
  #isOver = true;
  #asked = 0;
  readonly #token: string;
  readonly #contacts: number;

  /** `waited` sums the milliseconds for which service and callers were ready and had no processor. */
  constructor(api: string, token: string, contacts: number, waited: () => number = () => 0) {
    this.#waited = waited;
    this.#port = Number(new URL(api).port);
    this.#token = token;
    this.#contacts = contacts;
  }

  /** Each window has connections of its own, because the service ends those that are idle between windows. */
  async #connect(): Promise<void> {
    const opened = Array.from({ length: callers }, () =>
      openSender(this.#port, (error) => {
        this.#failure ??= error.message;
      }),
    );
    this.#senders = await Promise.all(opened);
  }

  #ask(sender: Sender): Promise<void> {
    this.#asked += 1;
    return new Promise((resolve) => {
      sender.send(
        `GET ${fetchPath}?external_id=c-${this.#asked % this.#contacts} HTTP/1.1\r\n` +
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
    this.#endSilence();
    this.#answers += 1;
  }

  #endSilence(): void {
    const now = performance.now();
    const silence = now - this.#lastAt;
    this.#lastAt = now;
    this.#silenceMs = Math.max(this.#silenceMs, silence);
    const mayBeLongest = silence > this.#ownSilenceMs;
    if (!mayBeLongest && now - this.#sample.at < sampleMs) return;
    const waited = this.#waited();
    const own = silence - (waited - this.#sample.waited);
    this.#ownSilenceMs = Math.max(this.#ownSilenceMs, own);
    this.#sample = { at: now, waited };
  }

  async during(ms: number): Promise<Window> {
    await this.#connect();
    const startedAt = performance.now();
    this.#lastAt = startedAt;
    this.#silenceMs = 0;
    this.#ownSilenceMs = 0;
    this.#sample = { at: startedAt, waited: this.#waited() };
    this.#answers = 0;
    this.#isOver = false;
    const lanes = this.#senders.map((sender) => this.#lane(sender));
    await sleep(ms);
    this.#isOver = true;
    if (this.#failure !== null) throw new Error(`A caller was ${this.#failure}.`);
    await Promise.all(lanes);
    this.#endSilence();
    this.#close();
    return {
      answers: this.#answers,
      ms: performance.now() - startedAt,
      silenceMs: this.#silenceMs,
      ownSilenceMs: this.#ownSilenceMs,
    };
  }

  #close(): void {
    for (const sender of this.#senders) sender.close();
    this.#senders = [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }
}

export function rate(windows: readonly Window[]): number {
  const ms = windows.reduce((sum, window) => sum + window.ms, 0);
  return Math.round((windows.reduce((sum, { answers }) => sum + answers, 0) / ms) * 1000);
}

export function longest(
  windows: readonly Window[],
  which: "silenceMs" | "ownSilenceMs" = "silenceMs",
): number {
  return Math.round(Math.max(0, ...windows.map((window) => window[which])));
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
