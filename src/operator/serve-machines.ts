import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { programRelease } from "../domain/program-version.ts";
import type { SchemaState } from "../store/store.ts";
import { unconvertedMessage } from "../domain/program-version.ts";
import type { Metrics } from "./metrics.ts";

export interface MachineParts {
  readonly metrics: Pick<Metrics, "render">;
  /** Resolves when the thread that serves callers runs. */
  isAlive(): Promise<void>;
  /** Whether the database takes writes. Throws when it does not answer. */
  ping(): Promise<"writable" | "read-only">;
  /** Writes something that changes nothing. Throws when the database takes no writes. */
  probeWrite(): Promise<void>;
  schemaState(): Promise<SchemaState>;
  /** Null while callers are served. */
  whyNotServing(): Promise<string | null>;
  /** True from the moment that the process received its signal to end. */
  isClosing(): boolean;
}

/** Probes and scrapers use any host name, also while the database is down. */
export const ofMachines: ReadonlySet<string> = new Set([
  "/livez",
  "/healthz",
  "/readyz",
  "/metrics",
]);

/**
 * The metrics are rendered in the thread that serves callers, in the time of some twenty lists, and need no key.
 */
const metricsPauseMs = 100;

/** Serves health and metrics. */
export function serveMachines(server: FastifyInstance, parts: MachineParts): void {
  for (const path of ["/livez", "/healthz"]) {
    server.get(path, async () => {
      await parts.isAlive();
      return { status: "alive" };
    });
  }

  const takesWrites = rareWrites(() => parts.probeWrite());
  server.get("/readyz", async (_request, reply) => {
    const reason = await whyNotReady(parts, takesWrites);
    return reason === null
      ? { status: "ready", ...programRelease }
      : reply.code(503).send({ status: "not ready", reason, ...programRelease });
  });

  const renderMetrics = pacedWork(() => parts.metrics.render(), metricsPauseMs);
  server.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await renderMetrics();
    return reply.header("content-type", contentType).send(text);
  });
}

async function whyNotReady(
  parts: MachineParts,
  takesWrites: () => Promise<boolean>,
): Promise<string | null> {
  if (parts.isClosing()) return "The process is shutting down.";
  try {
    // A standby's lists may be stale, and cancels would be refused (decision B180).
    if ((await parts.ping()) === "read-only") {
      return "The database takes no writes: it is a standby, or was made read-only.";
    }
    const state = await parts.schemaState();
    if (state === "unconverted") return unconvertedMessage;
    if (state === "older" || state === "newer")
      return `The database's schema is ${state} than this program.`;
  } catch {
    return "The database does not answer.";
  }
  if (!(await takesWrites())) return "The database takes no writes: the last one failed.";
  return parts.whyNotServing();
}

/** The time that a result counts: a failed write is tried again sooner. */
const goodForMs = 5_000;
const badForMs = 1_000;
/** A question waits this long for a write that is under way, then the last result counts. */
const waitMs = 1_000;

/** Returns a function that finds out by a real write, made rarely, whether the database takes writes. */
export function rareWrites(write: () => Promise<unknown>): () => Promise<boolean> {
  let last: { readonly at: number; readonly works: boolean } | null = null;
  let trying: Promise<boolean> | null = null;
  const attempt = async () => {
    const works = await write().then(
      () => true,
      () => false,
    );
    last = { at: performance.now(), works };
    trying = null;
    return works;
  };
  return async () => {
    const countsMs = last?.works === true ? goodForMs : badForMs;
    if (last !== null && performance.now() - last.at < countsMs) return last.works;
    trying ??= attempt();
    if (last === null) return trying;
    return Promise.race([trying, sleep(waitMs, last.works, { ref: false })]);
  };
}

/**
 * Returns a function that runs work at most once in a while, because anybody may ask for it and it takes time of the
 * thread that serves callers. A question gets the result of work that began after it. Questions that wait share one.
 */
export function pacedWork<T>(work: () => Promise<T>, pauseMs: number): () => Promise<T> {
  /** What those get who ask now; null when nobody waits for work to begin. */
  let next: Promise<T> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    await last;
    next = null;
    const working = work();
    const pause = () => sleep(pauseMs, undefined, { ref: false });
    last = working.then(pause, pause);
    return working;
  };
  return async () => (next ??= begin());
}
