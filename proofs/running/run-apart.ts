import { fork } from "node:child_process";
import { once } from "node:events";
import { endGroup } from "./end-group.ts";
import type { EngineName, Proven } from "./proof.ts";

/** The proof to run, with its order. */
export interface RunOrder {
  readonly name: string;
  readonly engine: EngineName;
  readonly count: number;
  readonly seed: number;
  readonly minutes: number;
}

export interface Run extends RunOrder, Proven {
  readonly seconds: number;
}

/** A run that its time ended has not shown the whole promise, but what it broke is broken. */
export function verdictOf({ breaches, figures }: Proven): "kept" | "incomplete" | "BROKEN" {
  if (breaches.length > 0) return "BROKEN";
  return figures["incomplete"] === undefined ? "kept" : "incomplete";
}

/** A message from the other process. */
export type RunMessage =
  | { readonly done: number; readonly words: string }
  | { readonly proven: Proven }
  | { readonly failed: string };

/** The extra time of a proof to end by itself, which a long one has more to judge in; after that it counts as hanging. */
const endingMs = (minutes: number) => 120_000 + minutes * 6_000;
const tellEveryMs = 2_000;
const breachMaxLength = 1_200;

interface Running {
  readonly program?: URL;
  /** Aborted when the proof counts as hanging. */
  readonly hung?: AbortSignal;
}

/**
 * Runs a proof in a process group of its own, so that its damage does not reach the others. What the proof has
 * started ends with it.
 */
export async function runApart(
  order: RunOrder,
  environment: NodeJS.ProcessEnv,
  {
    program = new URL("run-one.ts", import.meta.url),
    hung = AbortSignal.timeout(order.minutes * 60_000 + endingMs(order.minutes)),
  }: Running = {},
): Promise<Run> {
  const started = performance.now();
  const child = fork(program, [order.name, order.count, order.seed, order.minutes].map(String), {
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  const endAll = () => {
    if (child.pid !== undefined) endGroup(child.pid);
  };
  let proven: Proven | null = null;
  let failure: string | null = null;
  let toldAt = 0;
  child.on("message", (message: RunMessage) => {
    if ("proven" in message) ({ proven } = message);
    else if ("failed" in message) failure = message.failed;
    else if (performance.now() - toldAt > tellEveryMs) {
      toldAt = performance.now();
      const done = `${order.name} on ${order.engine}: ${message.done} of ${order.count}`;
      console.log(`  ${done}  ${message.words}`.trimEnd());
    }
  });
  const endHung = () => {
    failure = `It did not end ${Math.round(endingMs(order.minutes) / 1000)} s after its time was over.`;
    endAll();
  };
  hung.addEventListener("abort", endHung);
  const [status, signal] = await once(child, "exit");
  hung.removeEventListener("abort", endHung);
  endAll();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  failure ??= proven === null ? `It ended with ${status ?? signal} and without a figure.` : null;
  const { figures = {}, breaches = [] } = (proven as Proven | null) ?? {};
  return {
    ...order,
    seconds,
    figures,
    breaches: [...breaches, ...(failure === null ? [] : [failure])].map((breach) =>
      breach.slice(0, breachMaxLength),
    ),
  };
}
