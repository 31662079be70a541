import { sandboxEnvironment } from "../../playground/sandbox/sandbox-environment.ts";
import { startService } from "../../src/service/start-service.ts";
import { sandboxCredential } from "../../playground/sandbox/credential.ts";
import { Sandbox } from "../../playground/sandbox/sandbox.ts";
import { readSettings } from "../../src/service/settings.ts";
import { call, type Answer, type Call } from "./call.ts";
import { cancelPath, fetchPath, tokenPath } from "./seed.ts";

/** A sandbox in this process, reached over HTTP. */
export interface TestSandbox extends AsyncDisposable {
  readonly api: string;
  readonly operator: string;
  /** Moves the clock that the sandbox takes for the real one. */
  moveRealClock(ms: number): void;
  token(): Promise<string>;
  askToken(fault?: string): Promise<Answer>;
  list(token: string, query: string, fault?: string): Promise<Answer>;
  cancel(token: string, booking: string, headers?: Record<string, string>): Promise<Answer>;
  /** Calls one of the sandbox's controls below `/sandbox`. */
  control(method: string, path: string, body?: object | string): Promise<Answer>;
}

/** Starts a sandbox as `booking sandbox` does. `environment` holds settings. */
export async function startTestSandbox(
  environment: Record<string, string> = {},
): Promise<TestSandbox> {
  const given = { PORT: "0", OPERATOR_PORT: "0", LOG_LEVEL: "silent", ...environment };
  const settings = readSettings(sandboxEnvironment(given).environment);
  const { rateLimitRequests: requests, rateLimitTokens: tokens } = settings;
  let aheadMs = 0;
  const sandbox = new Sandbox({
    realNow: () => Date.now() + aheadMs,
    apiHosts: ["localhost"],
    limits: { requests, tokens },
  });
  const service = await startService(settings, { variation: sandbox });
  const ask = (request: Call) => call(service.api, { host: "localhost", ...request });
  const withFault = (fault: string | undefined) =>
    fault === undefined ? {} : { headers: { "x-sandbox-fault": fault } };
  const { account: _, ...credential } = sandboxCredential;
  const self: TestSandbox = {
    api: service.api,
    operator: service.operator,
    moveRealClock: (ms) => {
      aheadMs += ms;
    },
    askToken: (fault) =>
      ask({
        method: "POST",
        path: tokenPath,
        body: { ...credential, grant_type: "client_credentials" },
        ...withFault(fault),
      }),
    token: async () => (await self.askToken()).json.access_token,
    list: (token, query, fault) =>
      ask({ path: `${fetchPath}?${query}`, token, ...withFault(fault) }),
    cancel: (token, booking, headers = {}) =>
      ask({ method: "POST", path: cancelPath, token, body: { booking }, headers }),
    control: (method, path, body) =>
      call(service.operator, {
        method,
        path: `/sandbox${path}`,
        host: "localhost",
        ...(body !== undefined && { body }),
      }),
    [Symbol.asyncDispose]: () => service.close(),
  };
  return self;
}
