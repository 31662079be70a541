/** The parts of the machine that the client uses. Tests pass a clock of their own. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
  uuid(): string;
  /** Calls back once, after `ms`; the returned function cancels it. */
  after(ms: number, callBack: () => void): () => void;
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  after: (ms, callBack) => {
    const timer = setTimeout(callBack, ms);
    return () => clearTimeout(timer);
  },
};
