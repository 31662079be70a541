import type { Engine, EngineOptions } from "../engine.ts";
import { servedUntil } from "../installation/served-until.ts";
import { bindMethods } from "../account-store.ts";
import { checkRowsOfNoAccount, invariants } from "./check-invariants.ts";

/** The invariants of all accounts. */
export function openInvariants(engine: Engine, timeouts: EngineOptions["timeouts"]) {
  const { reading } = bindMethods(engine, []);
  return {
    names: invariants.map(({ name }) => name),
    checkRowsOfNoAccount: reading(checkRowsOfNoAccount),
    servedUntil: (now: number) => servedUntil(engine, timeouts, now),
  };
}
