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
const machinePaths = ["/livez", "/healthz", "/readyz", "/metrics"] as const;
type MachinePath = (typeof machinePaths)[number];
export const ofMachines: ReadonlySet<string> = new Set(machinePaths);

/**
 * The metrics are rendered in the thread that serves callers, in the time of some twenty lists, and need no key.
 */
const metricsPauseMs = 100;

/** An answer to a machine. */
export interface MachineAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What makes the answers to machines, by path. */
export type MachineAnswers = ReadonlyMap<string, () => Promise<MachineAnswer>>;

/** Answers for health and metrics; one that cannot be made throws. */
export function answerMachines(parts: MachineParts): MachineAnswers {
  const alive = async () => {
    await parts.isAlive();
    return jsonAnswer(200, { status: "alive" });
  };
  const takesWrites = rareWrites(() => parts.probeWrite());
  const ready = async () => {
    const reason = await whyNotReady(parts, takesWrites);
    return reason === null
      ? jsonAnswer(200, { status: "ready", ...programRelease })
      : jsonAnswer(503, { status: "not ready", reason, ...programRelease });
  };
  const renderMetrics = pacedWork(() => parts.metrics.render(), metricsPauseMs);
  const metrics = async () => {
    const { text, contentType } = await renderMetrics();
    return { status: 200, type: contentType, text };
  };
  return new Map(
    Object.entries({
      "/livez": alive,
      "/healthz": alive,
      "/readyz": ready,
      "/metrics": metrics,
    } satisfies Record<MachinePath, () => Promise<MachineAnswer>>),
  );
}

function jsonAnswer(status: number, body: object): MachineAnswer {
  return { status, type: "application/json; charset=utf-8", text: JSON.stringify(body) };
}

/** Serves the same paths in other spellings, which the router knows. */
export function serveMachines(server: FastifyInstance, machines: MachineAnswers): void {
  for (const [path, answer] of machines) {
    server.get(path, async (_request, reply) => {
      const { status, type, text } = await answer();
      return reply.code(status).header("content-type", type).send(text);
    });
  }
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
