import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "./open-api.ts";
import { referencePage } from "./reference-page.ts";

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

const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** `GET /openapi.json`, and `GET /reference`: the same as a page for people. */
export function serveReference(server: FastifyInstance): void {
  const source = file("../../../contract/openapi.json");
  const page = referencePage(JSON.parse(source) as OpenApiDocument);
  const served = [
    ["/openapi.json", "application/json; charset=utf-8", source],
    ["/reference", "text/html; charset=utf-8", page],
    ["/reference/style.css", "text/css; charset=utf-8", file("./style.css")],
    ["/reference/copy.js", "text/javascript; charset=utf-8", file("./copy.js")],
  ] as const;
  for (const [path, type, text] of served) {
    server.get(path, async (_request, reply) =>
      reply
        .headers({
          "content-type": type,
          "content-security-policy": contentSecurityPolicy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          // A newer program may serve another one from the same address.
          "cache-control": "no-cache",
        })
        .send(text),
    );
  }
}
