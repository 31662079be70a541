import { DatabaseSync } from "node:sqlite";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from "node:worker_threads";

/** Asks the database itself, past the service: for what no answer shows. */
export function query(databaseUrl: string, sql: string): Record<string, unknown>[] {
  return databaseUrl.startsWith("sqlite:")
    ? queryFile(databaseUrl.slice("sqlite:".length), sql)
    : queryServer(databaseUrl, sql);
}

function queryFile(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** A thread that asks, while this one waits: so that a test can ask in the middle of a sentence. */
let asker: { readonly worker: Worker; readonly port: MessagePort; readonly answered: Int32Array };

function queryServer(url: string, sql: string): Record<string, unknown>[] {
  asker ??= startAsker();
  Atomics.store(asker.answered, 0, 0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
  asker.port.postMessage({ url, sql });
  if (Atomics.wait(asker.answered, 0, 0, 60_000) === "timed-out") {
    throw new Error(`PostgreSQL did not answer: ${sql}`);
  }
  const { rows, error } = receiveMessageOnPort(asker.port)?.message ?? { error: "no answer" };
  if (error !== undefined) throw new Error(`${error}: ${sql}`);
  return rows;
}

function startAsker(): typeof asker {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("query-thread.ts", import.meta.url), {
    workerData: { port: port2, answered },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { worker, port: port1, answered };
}
