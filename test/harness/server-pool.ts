import { call, type Call } from "./call.ts";
import { startServerProcess, type ServerProcess } from "./process.ts";
import { until } from "./until.ts";

/** `booking serve` with several server processes, and the content of its log. */
export interface Pool extends AsyncDisposable {
  readonly api: string;
  readonly operator: string;
  readonly server: ServerProcess;
  /** The parsed log so far; with `message`, the entries of that message. */
  log(message?: string): any[];
  /** The ids of all server processes so far, the latest last. */
  pids(): number[];
  /** Calls over new connections until each of `number` processes has answered. */
  askAll(number: number, request: Call): Promise<number[]>;
}

export async function startPool(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Pool> {
  const server = await startServerProcess(databaseUrl, { PROCESSES: "4", ...environment });
  const log = (message?: string) =>
    server.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => message === undefined || msg === message);
  const pids = () => log("server process serves").map(({ pid }) => pid as number);
  return {
    api: server.api,
    operator: server.operator,
    server,
    log,
    pids,
    askAll: async (number, request) => {
      const statuses: number[] = [];
      const prefix = `ask-${Math.random()}`;
      await until(async () => {
        const id = `${prefix}-${statuses.length}`;
        const headers = { ...request.headers, "x-request-id": id };
        statuses.push((await call(server.api, { ...request, headers })).status);
        const answeredBy = log("answered")
          .filter(({ request_id }) => String(request_id).startsWith(prefix))
          .map((entry) => entry.process);
        return new Set(answeredBy).size === number;
      });
      return statuses;
    },
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await until(async () => pids().every((pid) => !isAlive(pid)));
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
