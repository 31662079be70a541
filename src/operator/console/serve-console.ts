import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Where `npm run console:build` leaves the console. */
const built = fileURLToPath(new URL("../../../console/dist", import.meta.url));

/** The page may load what this listener serves, and nothing else; no script or style stands in it. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Paths that are never a page of the console. */
const notOfConsole =
  /^\/(operator|v1|sandbox|assets|reference|openapi\.json|metrics|livez|readyz)(\/|$)/;
/** Files of the build beside the index, such as an icon or a manifest. */
const besideIndex = /^[\w-][\w-]*(\.[\w-]+)*\.\w+$/;

/**
 * Serves the console: its files, and the index for every other path, because its pages have
 * addresses of their own. The folder may appear, change and vanish while the service runs.
 */
export function serveConsole(server: FastifyInstance, folder = built): void {
  void server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  // An asset's name changes with its content.
  server.get<{ Params: { "*": string } }>("/assets/*", (request, reply) =>
    reply
      .headers(headers)
      .sendFile(`assets/${request.params["*"]}`, { maxAge: "365d", immutable: true }),
  );
  server.setNotFoundHandler((request, reply) => answer(request, reply, folder));
}

function answer(request: FastifyRequest, reply: FastifyReply, folder: string): FastifyReply {
  const [path = "/"] = request.url.split("?", 1);
  if (!looks(request) || notOfConsole.test(path)) return notFound(reply);
  void reply.headers(headers).header("cache-control", "no-store");
  const name = path.slice(1);
  if (besideIndex.test(name) && isFile(join(folder, name))) {
    return reply.sendFile(name, { cacheControl: false });
  }
  // A missing image or script must not be answered with a page.
  if (!isPage(request)) return notFound(reply);
  return existsSync(join(folder, "index.html"))
    ? reply.code(200).sendFile("index.html", { cacheControl: false })
    : reply.code(200).type("text/html; charset=utf-8").send(notBuilt);
}

function looks({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function isPage({ headers: sent }: FastifyRequest): boolean {
  const { "sec-fetch-dest": destination = "document" } = sent;
  return destination === "document";
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header("cache-control", "no-store").send({ status: "not found" });
}

const notBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Booking Service</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <h1>The console is not built yet</h1>
    <p>In the folder of the program, run <code>npm run console:build</code>, then load this page again.</p>
    <p>Everything the console does works meanwhile: over the <a href="/operator/v1/openapi.json">operator
    API</a> and the command line. Callers find the <a href="/reference">reference</a> here.</p>
  </body>
</html>
`;
