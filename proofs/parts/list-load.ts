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
  readonly #senders: Sender[] = [];
  #answers = 0;
  #lastAt = 0;
  #silenceMs = 0;
  #ownSilenceMs = 0;
  #waited: () => number = () => 0;
  #sample = { at: 0, waited: 0 };
  #failure: string | null = null;
  #isOver = true;
  #asked = 0;
  #token = "";
  #contacts = 1;

  /** `waited` sums the milliseconds for which service and callers were ready and had no processor. */
  static async open(
    api: string,
    token: string,
    contacts: number,
    waited: () => number = () => 0,
  ): Promise<ListLoad> {
    const load = new ListLoad();
    load.#waited = waited;
    for (let caller = 0; caller < callers; caller += 1) {
      const sender = await openSender(Number(new URL(api).port), (error) => {
        load.#failure ??= error.message;
      });
      load.#senders.push(sender);
    }
    load.#token = token;
    load.#contacts = contacts;
    return load;
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
    return {
      answers: this.#answers,
      ms: performance.now() - startedAt,
      silenceMs: this.#silenceMs,
      ownSilenceMs: this.#ownSilenceMs,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sender of this.#senders) sender.close();
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
