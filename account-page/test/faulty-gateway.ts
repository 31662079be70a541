import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A fault of a request on its way to the service. */
export type Fault =
  | { readonly status: number; readonly retryAfter?: string }
  /** The service answers, and the answer is lost. */
  | "lose the answer";

export interface FaultyGateway extends AsyncDisposable {
  readonly url: string;
  /** Sets the fault of requests whose path contains this text, until the next call. */
  fail(text: string, fault: Fault, times?: number): void;
  heal(): void;
  /** Every access token that passed through. */
  readonly tokens: readonly string[];
  /** The requests that arrived here, by path without query. */
  readonly paths: readonly string[];
}

/** A gateway before the real service that fails as a network can. */
export async function faultyGateway(serviceUrl: string): Promise<FaultyGateway> {
  const plans: { text: string; fault: Fault; times: number }[] = [];
  const tokens: string[] = [];
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "";
    paths.push(path.split("?", 1)[0] ?? "");
    const plan = plans.find(({ text, times }) => times > 0 && path.includes(text));
    if (plan !== undefined) plan.times -= 1;
    const fault = plan?.fault;
    if (typeof fault === "object") {
      incoming.resume();
      const retryAfter = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
      outgoing.writeHead(fault.status, { "content-type": "application/json", ...retryAfter });
      outgoing.end(JSON.stringify({ code: 14, message: "A gateway's words." }));
      return;
    }
    const { method, headers } = incoming;
    const onward = request(new URL(path, serviceUrl), { method, headers, agent: false });
    onward.on("error", () => outgoing.destroy());
    onward.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const token = /"access_token":"([^"]+)"/.exec(body.toString())?.[1];
        if (token !== undefined) tokens.push(token);
        if (fault === "lose the answer") return outgoing.destroy();
        outgoing.writeHead(response.statusCode ?? 500, plain(response.headers));
        outgoing.end(body);
      });
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (text, fault, times = Infinity) => plans.splice(0, plans.length, { text, fault, times }),
    heal: () => plans.splice(0),
    tokens,
    paths,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The body is forwarded as a whole. */
function plain(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { "transfer-encoding": _, connection: __, ...rest } = headers;
  return rest;
}
