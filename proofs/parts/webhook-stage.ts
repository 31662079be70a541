import { acmePath, callApi, openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import type { TestService } from "../../test/harness/service.ts";
import type { TroubledReceiver } from "./troubled-receivers.ts";

/** The server processes, and what operators order of their webhooks. */
export interface Stage extends AsyncDisposable {
  readonly servers: ServerProcess[];
  ask(method: string, path: string, body?: object): Promise<any>;
  make(receiver: TroubledReceiver): Promise<string>;
  killOne(index: number): Promise<void>;
}

/** Two server processes that deliver; the service of the test has no key and delivers nothing. */
export async function startStage(service: TestService): Promise<Stage> {
  const { key: token } = await openDesk(service);
  const start = () =>
    startServerProcess(service.databaseUrl, {
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      WEBHOOK_NETWORKS: "127.0.0.0/8",
      WEBHOOK_ALLOW_HTTP: "true",
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      LOG_LEVEL: "error",
    });
  const servers = await Promise.all([start(), start()]);
  const ask: Stage["ask"] = async (method, path, body = {}) => {
    const request = { method, path: `${acmePath}/webhooks${path}`, token, body };
    const answer = await callApi(servers[0], request);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.json;
  };
  return {
    servers,
    ask,
    make: async (receiver) => {
      const made = await ask("POST", "", { url: receiver.url });
      receiver.secret = made.secret;
      return made.id;
    },
    killOne: async (index) => {
      await servers[index]?.kill();
      servers[index] = await start();
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server.kill();
    },
  };
}
