import { request, type Agent } from "node:http";

export interface Asked {
  /** 0 where no whole answer came. */
  readonly status: number;
  readonly ms: number;
}

const patienceMs = 10_000;

/** Sends one request, and returns its status and its duration; never throws. The body is discarded. */
export function askOnce(
  agent: Agent | false,
  { api, path, headers }: { api: string; path: string; headers: Record<string, string> },
): Promise<Asked> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - started });
    const outgoing = request(new URL(path, api), { agent, headers, timeout: patienceMs });
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.on("error", () => end(0));
    outgoing.on("response", (response) => {
      response.on("error", () => end(0));
      response.on("end", () => end(response.statusCode ?? 0));
      response.resume();
    });
    outgoing.end();
  });
}
