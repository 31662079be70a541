import { setTimeout as sleep } from "node:timers/promises";
import { openSender } from "../../bench/load/sender.ts";

/** Over how many connections somebody asks for the metrics, and how long each waits before it asks again. */
const paces = {
  /** As often as the service renders them at most. */
  paced: { connections: 1, pauseMs: 100 },
  flooding: { connections: 8, pauseMs: 0 },
} as const;
export type ScrapePace = keyof typeof paces;

/** Somebody without a key asks for the metrics, again and again. Returns how often they were answered. */
export async function scrapeDuring(
  operator: string,
  ms: number,
  pace: ScrapePace,
): Promise<number> {
  const { connections, pauseMs } = paces[pace];
  const { host, port } = new URL(operator);
  const state = { isOver: false, answered: 0 };
  const lane = async () => {
    const lost = Promise.withResolvers<never>();
    const sender = await openSender(Number(port), lost.reject);
    const ask = () =>
      new Promise<void>((resolve, reject) =>
        sender.send(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`, ({ status }) => {
          if (status === 200) resolve();
          else reject(new Error(`The metrics were answered ${status}.`));
        }),
      );
    while (!state.isOver) {
      await Promise.race([ask(), lost.promise]);
      state.answered += 1;
      if (pauseMs > 0) await sleep(pauseMs);
    }
    sender.close();
  };
  const lanes = Array.from({ length: connections }, lane);
  const all = Promise.all(lanes);
  try {
    await Promise.race([sleep(ms), all]);
  } finally {
    state.isOver = true;
  }
  await all;
  return state.answered;
}
