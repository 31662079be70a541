import type { Runtime } from "../src/runtime.ts";

/** A clock that moves only when nothing else is left to run, and fixed random numbers. */
export interface FakeRuntime extends Runtime {
  /** Moves the clock without firing timers. */
  skip(ms: number): void;
  /** The promise's outcome; meanwhile the clock jumps to each timer. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Runs everything that waits for no timer. */
  settle(): Promise<void>;
  chance: number;
}

export function fakeRuntime(start = Date.UTC(2030, 0, 1)): FakeRuntime {
  let now = start;
  let ids = 0;
  const timers = new Set<{ at: number; callBack: () => void }>();

  function fireNext(): boolean {
    const [next] = [...timers].toSorted((a, b) => a.at - b.at);
    if (next === undefined) return false;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.callBack();
    return true;
  }

  const self: FakeRuntime = {
    chance: 0.5,
    now: () => now,
    random: () => self.chance,
    uuid: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, "0")}`,
    after: (ms, callBack) => {
      const timer = { at: now + ms, callBack };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    skip: (ms) => {
      now += ms;
    },
    settle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    },
    run: async (promise) => {
      let done = false;
      const finish = () => {
        done = true;
      };
      promise.then(finish, finish);
      for (;;) {
        await self.settle();
        if (done) return promise;
        if (!fireNext()) throw new Error("It waits for nothing that could happen.");
      }
    },
  };
  return self;
}
