import { fork, type ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import module from "node:module";
import { join, resolve as resolvePath } from "node:path";
import { isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { programVersion } from "../domain/program-version.ts";
import type { LimitCount } from "../http/rate-limits/count-sharing.ts";
import type { Settings } from "./settings.ts";
import {
  serverProcessWord,
  type StartFailure,
  type ToServer,
  type ToSupervisor,
} from "./messages.ts";

/** The events of a server process. */
export interface ChildEvents {
  readonly counts: (child: ServerChild, counts: readonly LimitCount[], urgent: boolean) => void;
  readonly metrics: (child: ServerChild, metrics: unknown) => void;
  readonly traffic: (portion: unknown) => void;
  /** The process has exited; called once. */
  readonly ended: (child: ServerChild, how: Ending) => void;
}

export interface Ending {
  readonly status: number | null;
  readonly signal: string | null;
}

/** A server process that takes longer to answer counts as not answering. */
const answerLimitMs = 1_000;
/**
 * How long, beyond the grace period, a process may take to exit: it finishes the requests of callers
 * who have gone, and then writes their records.
 */
const closingLimitMs = 10_000;

/** Where a process starts: its number, and the descriptors of the sockets that it inherits. */
export interface ChildPlace {
  readonly number: number;
  readonly sockets: readonly number[];
}

/** The ids of processes, which differ also for processes of one number. */
let ids = 0;

/** A server process as its supervisor sees it. */
export class ServerChild {
  /** From 1; a replacement has the number of the process that it replaces. */
  readonly number: number;
  readonly id = (ids += 1);
  readonly startedAt = performance.now();
  /** The URL of the listener; rejects with `ServerNotStarted`. */
  readonly ready: Promise<string>;
  readonly gone: Promise<void>;
  isReady = false;
  /** The program's version in the process; after an upgrade it is later than the supervisor's. */
  version = programVersion;
  /** The supervisor has asked for the end, so the exit is no death. */
  isEnding = false;
  readonly #process: ChildProcess;
  readonly #answers = new Map<number, (answer: unknown) => void>();
  #questions = 0;

  private constructor(number: number, forked: ChildProcess, events: ChildEvents) {
    this.number = number;
    this.#process = forked;
    const ready = Promise.withResolvers<string>();
    const gone = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.gone = gone.promise;
    // A caller that waits sees the rejection; `ended` reports a replacement that fails.
    ready.promise.catch(() => {});
    forked.on("message", (message: ToSupervisor) => {
      if (message.kind === "ready") {
        this.isReady = true;
        this.version = message.version;
        ready.resolve(message.api);
      } else if (message.kind === "failed") ready.reject(new ServerNotStarted(message.failure));
      else if (message.kind === "answer") this.#answers.get(message.id)?.(message.answer);
      else if (message.kind === "counts") events.counts(this, message.counts, message.urgent);
      else if (message.kind === "traffic") events.traffic(message.portion);
      else events.metrics(this, message.metrics);
    });
    const onExit = (status: number | null, signal: string | null, error?: Error) => {
      this.isReady = false;
      const message =
        error === undefined
          ? `A server process ended before it was ready (${signal ?? status}).`
          : `The program of a server process cannot be executed: ${error.message}.`;
      ready.reject(new ServerNotStarted({ message }));
      for (const answer of this.#answers.values()) answer(null);
      gone.resolve();
      events.ended(this, { status, signal });
    };
    forked.once("exit", (status, signal) => onExit(status, signal));
    // Sending to a process that is gone fails; `exit` reports it. A program that cannot be executed,
    // such as one behind a link to nothing, has no exit.
    forked.on("error", (error) => {
      if (forked.pid === undefined) onExit(null, null, error);
    });
  }

  static start(
    { number, sockets }: ChildPlace,
    settings: Settings,
    events: ChildEvents,
  ): ServerChild {
    const compiled = module.getCompileCacheDir();
    const forked = fork(startedBy.exec, [serverProcessWord], {
      execPath: startedBy.execPath,
      env: { ...process.env, ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }) },
      stdio: ["inherit", "inherit", "inherit", "ipc", ...sockets],
    });
    const child = new ServerChild(number, forked, events);
    const inherited = sockets.map((_, index) => firstInherited + index);
    child.send({ kind: "start", settings, number, sockets: inherited, version: programVersion });
    return child;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(message: ToServer): void {
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  /** Null when the process does not answer within `answerLimitMs`. */
  async ask(about: "metrics" | "health"): Promise<unknown> {
    const id = (this.#questions += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => resolve(null), answerLimitMs);
    this.#answers.set(id, resolve);
    this.send({ kind: "ask", id, about });
    const answer = await promise;
    clearTimeout(timer);
    this.#answers.delete(id);
    return answer;
  }

  /** Drains the process and waits for its exit; kills it where that takes too long. */
  async end(graceSeconds: number): Promise<void> {
    this.isEnding = true;
    // A process that does not serve yet has nothing to finish.
    if (this.isReady) this.send({ kind: "drain" });
    else this.kill();
    const timer = setTimeout(() => this.kill(), graceSeconds * 1000 + closingLimitMs);
    await this.gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.isEnding = true;
    this.#process.kill("SIGKILL");
  }
}

/** The descriptors before it are the three streams and the channel. */
const firstInherited = 4;

/** A server process could not start; a listener that failed is described as Node describes it. */
export class ServerNotStarted extends Error {
  override name = "ServerNotStarted";
  readonly code: string | undefined;
  readonly port: number | undefined;
  readonly address: string | undefined;

  constructor({ message, code, port, address }: StartFailure) {
    super(message);
    this.code = code;
    this.port = port;
    this.address = address;
  }
}

/**
 * The executable and the program that start a server process. A built program starts itself again, and `main.ts`
 * recognises a server process. Its path is the one that it was started by, with links unresolved: behind a link such
 * as `current`, a rolling restart starts the release that the link leads to by then.
 */
const startedBy = pathsOf(process);

function pathsOf({ argv, argv0, execPath, env }: NodeJS.Process) {
  if (import.meta.url.endsWith(".ts")) {
    return { execPath, exec: fileURLToPath(new URL("./worker.ts", import.meta.url)) };
  }
  const [, exec = execPath] = argv;
  return { exec, execPath: isSea() ? unresolved(argv0, env["PATH"] ?? "", execPath) : execPath };
}

/** The path by which a shell or a service manager found the executable. */
function unresolved(argv0: string, path: string, execPath: string): string {
  const found = argv0.includes("/")
    ? [resolvePath(argv0)]
    : path.split(":").map((folder) => join(folder, argv0));
  return found.find((each) => isLinkTo(each, execPath)) ?? execPath;
}

/** The parent process may give the program any name. */
function isLinkTo(path: string, file: string): boolean {
  try {
    return realpathSync(path) === file;
  } catch {
    return false;
  }
}
