import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that an exporter of traces sent. */
interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A span as OTLP has it in JSON, with its attributes as an object. */
export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly object[];
  readonly nanoseconds: bigint;
}

/** Stands in for an OpenTelemetry collector: it takes what is sent, and keeps it. */
export async function startCollector() {
  const exports: Export[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      exports.push({ path, headers, body: Buffer.concat(chunks) });
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    /** The spans of what was sent as JSON. */
    spans: () => exports.flatMap(({ body }) => spansOf(JSON.parse(body.toString()))),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A collector whose answer has no end; `asked` counts what was sent. */
export async function startEndlessCollector() {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(200);
    const dribble = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(dribble));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function spansOf({ resourceSpans }: any): CollectedSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }: any) =>
    scopeSpans.flatMap((scope: any) => scope.spans),
  );
  return spans.map((span: any) => ({
    ...span,
    parentSpanId: span.parentSpanId ?? "",
    attributes: Object.fromEntries(
      span.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]),
    ),
    events: span.events ?? [],
    nanoseconds: BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano),
  }));
}
