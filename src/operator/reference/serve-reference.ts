import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "./open-api.ts";

/** The page may load what this listener serves, and nothing else; no script or style stands in it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `GET /openapi.json`, and `GET /reference`: the same as a page for people. */
export function serveReference(server: FastifyInstance): void {
  const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const document = file("../../../contract/openapi.json");
  const style = file("./style.css");
  const script = file("./copy.js");
  let page: Promise<string> | null = null;
  const served = {
    "/openapi.json": { type: "application/json", text: () => document },
    "/reference": { type: "text/html", text: () => (page ??= render(document)) },
    "/reference/style.css": { type: "text/css", text: () => style },
    "/reference/copy.js": { type: "text/javascript", text: () => script },
  } as const;
  for (const [path, { type, text }] of Object.entries(served)) {
    server.get(path, async (_request, reply) =>
      reply
        .headers({
          "content-type": `${type}; charset=utf-8`,
          "content-security-policy": contentSecurityPolicy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          // A newer program may serve another one from the same address.
          "cache-control": "no-cache",
        })
        .send(await text()),
    );
  }
}

/** When it is first asked for, so that nobody who starts the service waits for it. */
async function render(document: string): Promise<string> {
  const { referencePage } = await import("./reference-page.ts");
  return referencePage(JSON.parse(document) as OpenApiDocument);
}
