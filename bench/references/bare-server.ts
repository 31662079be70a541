import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Returns the answer's text, or a promise of it. */
export type Answer = (request: IncomingMessage) => string | Promise<string>;

/** Serves `node:http` and nothing else on a free port, which it prints. */
export function serveBare(answer: Answer): void {
  const server = createServer((request, response) => {
    const text = answer(request);
    if (typeof text === "string") send(response, text);
    else {
      text.then(
        (late) => send(response, late),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          response.writeHead(503).end();
        },
      );
    }
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
  });
  process.on("SIGTERM", () => process.exit());
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** Reads the whole body. */
export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      resolve(
        chunks.length === 1 ? (chunks[0] ?? "").toString() : Buffer.concat(chunks).toString(),
      );
    });
    request.on("error", reject);
  });
}
