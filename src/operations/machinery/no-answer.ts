import { setTimeout as sleep } from "node:timers/promises";

/** An operation had no answer over the operator API: its service is away, or the connection broke. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** Whether the service may have received it. */
  readonly wasSent: boolean;
  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** How long a service may be away while its job is followed. */
const awayMostMs = 60_000;

/** Asks again while nobody answers, for a minute. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + awayMostMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NoAnswer) || performance.now() > endsAt) throw error;
      await sleep(1_000);
    }
  }
}
