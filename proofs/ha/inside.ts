import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../test/harness/random.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { drawTimeline } from "../failover/timeline.ts";
import type { Proven } from "../running/proof.ts";
import type { RunMessage } from "../running/run-apart.ts";
import { databaseMachines, deployed } from "./deployed.ts";
import { failOver, untilWhole, type FailedOver } from "./fail-over.ts";
import { faultNames, faults, type FaultName } from "./faults.ts";
import { makeMachines } from "./machines.ts";
import { findPrimary, keepOnStandby } from "./patroni.ts";
import { startDeployedService } from "./service.ts";

/**
 * The part of `proofs/programs/ha.ts` inside its namespaces. It makes the machines, runs the programs of
 * `deploy/ha/` on them, and applies one failure after the other to the primary's machine. Everything ends
 * with this process.
 */
const [seed, count] = process.argv.slice(2).map(Number);
const say = (message: RunMessage) => process.send?.(message);
const enough = new AbortController();
process.on("message", () => enough.abort());
// The process that started this one has ended.
process.on("disconnect", () => process.exit(1));
try {
  say({ proven: await prove(Number(seed), Number(count)) });
} catch (error) {
  say({ failed: (error as Error).stack ?? String(error) });
}
process.exit();

async function prove(seed: number, count: number): Promise<Proven> {
  const random = seededRandom(seed);
  using folder = temporaryFolder();
  // PostgreSQL and etcd run as users of their own in this folder.
  chmodSync(folder.path, 0o755);
  const results = join(tmpdir(), "booking-ha");
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const machines = makeMachines(folder.path, results);
  for (const machine of databaseMachines) machines.start(machine);
  const log = openSync(join(results, "haproxy.log"), "a");
  spawn("haproxy", ["-f", deployed("haproxy.cfg")], { stdio: ["ignore", log, log] });
  await untilWhole();
  const primary = await findPrimary();
  if (primary === null) throw new Error("There is no primary.");
  await using service = await startDeployedService(primary.machine);

  await keepOnStandby(false);
  const blind = await failOver({ machines, service }, faults.partition, random);
  const breaches: string[] = [];
  if (blind.lost.length === 0) breaches.push("nothing was lost without synchronous mode either");
  say({ done: 0, words: `without synchronous mode ${blind.lost.length} lost` });
  await keepOnStandby(true);
  await untilWhole();

  const figures = { failures: 0, acknowledged: 0, lost: 0, "answered 503": 0, unanswered: 0 };
  const backMs: Partial<Record<FaultName, number[]>> = {};
  while (figures.failures < count && !enough.signal.aborted) {
    const name = faultNames[figures.failures % faultNames.length]!;
    const over = await failOver({ machines, service }, faults[name], random);
    const { callers, moments, lost } = over;
    figures.failures += 1;
    figures.acknowledged += callers.acknowledged.size;
    figures.lost += lost.length;
    figures["answered 503"] += countOf(over, 503);
    figures.unanswered += countOf(over, 0);
    (backMs[name] ??= []).push(moments.back - moments.struck);
    breaches.push(...over.breaches.map((breach) => `${name}: ${breach}`));
    const story = storyOf(name, over);
    writeFileSync(
      join(results, `${name}.svg`),
      drawTimeline(callers.attempts, moments, { lost: lost.length, story }),
    );
    say({
      done: figures.failures,
      words: `${name}: ${over.from.machine.name} to ${over.to.machine.name}, ${callers.acknowledged.size} acknowledged, ${lost.length} lost, ${countOf(over, 503)} × 503, ${countOf(over, 0)} unanswered, back after ${seconds(moments.back - moments.struck)}`,
    });
  }
  return {
    figures: {
      ...figures,
      ...Object.fromEntries(
        Object.entries(backMs).map(([name, all]) => [
          `writes back after ${name}`,
          all.map(seconds).join(" and "),
        ]),
      ),
      "lost without synchronous mode": `${blind.lost.length} of ${blind.callers.acknowledged.size}`,
      "timelines and logs": results,
    },
    breaches,
  };
}

function storyOf(name: FaultName, { from, to }: FailedOver) {
  return {
    title: faults[name].what,
    struck: { power: "power off", cable: "cable pulled", partition: "parted", crash: "killed" }[
      name
    ],
    promoted: `${to.machine.name} is the primary${to.machine === from.machine ? " again" : ""}`,
  };
}

function countOf({ callers }: FailedOver, wanted: number): number {
  return callers.attempts.filter(({ status }) => status === wanted).length;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
