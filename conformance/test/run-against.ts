import { randomUUID } from "node:crypto";
import { runRules, type RunOptions } from "../engine/run-rules.ts";
import { Secrets } from "../engine/secrets.ts";
import type { Target } from "../engine/target.ts";
import type { Verdict } from "../engine/verdict.ts";
import { correctBehaviour, type Behaviour } from "../reference/behaviour.ts";
import { startReferenceServer } from "../reference/server.ts";
import { makeWorld } from "../reference/world.ts";
import type { Rule } from "../rule.ts";

/**
 * Runs rules against the reference server with this behaviour. The clock moves by the rules' waits alone: no token
 * dies and no window ends because the machine is slow.
 */
export async function runAgainst(
  rules: readonly Rule[],
  behaviour: Behaviour = correctBehaviour,
  options: Partial<RunOptions> & {
    readonly change?: (target: Target) => Target;
    readonly secrets?: Secrets;
  } = {},
): Promise<Verdict[]> {
  let waitedMs = 0;
  const startedAt = Date.now();
  const now = () => startedAt + waitedMs;
  const world = makeWorld();
  await using server = await startReferenceServer(world.accounts, behaviour, now);
  const target = world.target(server.base_url);
  return await runRules({
    rules,
    target: options.change?.(target) ?? target,
    options: { readOnly: false, interfaceOnly: false, waitMsMax: 120_000, ...options },
    secrets: options.secrets ?? new Secrets(),
    now,
    wait: async (ms) => {
      waitedMs += ms;
    },
    randomUuid: randomUUID,
  });
}
