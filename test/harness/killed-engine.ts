import type { Engine } from "../../src/store/engine.ts";

/** The process that used the engine was killed. */
export class Killed extends Error {
  override name = "Killed";
}

/** Counts the transactions of a process down, and kills it before the one that it must not begin. */
export class StepsToLive {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  take(): void {
    if (this.#left <= 0) throw new Killed();
    this.#left -= 1;
  }
}

/**
 * The engine of a process that is killed between two of its transactions; a table's triggers are one. The
 * database's clock, by which a pause ends, stands still at `now`.
 */
export function killedEngine(engine: Engine, steps: StepsToLive, now: number): Engine {
  const { triggers } = engine;
  return {
    ...engine,
    write: (work, limits) => {
      steps.take();
      return engine.write(work, limits);
    },
    triggers: {
      ...triggers,
      create: async (accountId, tables) => {
        for (const table of tables) {
          steps.take();
          await triggers.create(accountId, [table]);
        }
      },
      hold: async (transaction, accountId) => {
        await triggers.hold(transaction, accountId);
        return now;
      },
      drop: (accountId, tables, kind) => {
        steps.take();
        return triggers.drop(accountId, tables, kind);
      },
    },
  };
}
