import { mock } from "node:test";

/** Time that moves when told to, by both clocks; only they stand still, not the network. */
export function mockClock(): { tick(milliseconds: number): void } & Disposable {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
  let monotonic = process.hrtime.bigint();
  const hrtime = mock.method(process.hrtime, "bigint", () => monotonic);
  return {
    tick: (milliseconds) => {
      monotonic += BigInt(milliseconds) * 1_000_000n;
      mock.timers.tick(milliseconds);
    },
    [Symbol.dispose]: () => {
      hrtime.mock.restore();
      mock.timers.reset();
    },
  };
}
