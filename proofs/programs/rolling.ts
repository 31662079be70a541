import { startCallers } from "../../test/harness/callers.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startPool } from "../../test/harness/server-pool.ts";
import { startTestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Replaces two server processes one by one, repeatedly, while callers call. */
export const rolling: Proof = {
  promises: ["P21"],
  what: "a rolling restart is invisible to callers",
  goal: "50 rolling restarts under load, 0 failed requests",
  unit: "rolling restarts",
  engines: ["sqlite", "postgres"],
  usual: 4,
  full: 50,
  shows: ["requests"],
  prove,
};

const callersOfAKind = 3;
/** A longer restart hangs, however slow the machine. */
const restartMs = 120_000;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using prepared = await startTestService([acmeWith([booking("somebody")])]);
  const token = await prepared.token();
  await using pool = await startPool(prepared.databaseUrl, {
    PROCESSES: "2",
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  const load = [true, false].map((keepAlive) =>
    startCallers({
      api: pool.api,
      path: `${fetchPath}?external_id=somebody`,
      headers: { host: productionHost, authorization: `Bearer ${token}` },
      count: callersOfAKind,
      keepAlive,
    }),
  );
  let restarts = 0;
  while (restarts < count && timeLeft()) {
    pool.server.child.kill("SIGUSR2");
    await until(() => pool.log("rolling restart done").length === restarts + 1, {
      limitMs: restartMs,
    });
    restarts += 1;
    tell(restarts);
  }
  const results = await Promise.all(load.map((callers) => callers.stop()));
  const failures = results.flatMap((result) => result.failures);
  const statuses = results.flatMap((result) => Object.entries(result.statuses));
  const wrong = statuses.filter(([status]) => status !== "200");
  const answered = statuses.reduce((sum, [, times]) => sum + times, 0);
  return {
    figures: { "rolling restarts": restarts, requests: answered, failed: failures.length },
    breaches: [
      ...failures.map(({ code, reused }) => `${code} on a ${reused ? "kept" : "new"} connection`),
      ...wrong.map(([status, times]) => `${times} were answered ${status}`),
    ],
  };
}
