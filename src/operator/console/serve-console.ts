import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readProgramFile } from "../../files/program-files.ts";

/** Reads a file that `npm run console:build` made; null where there is none. */
type ReadBuilt = (name: string) => Buffer | null;

const readBuilt: ReadBuilt = (name) => readProgramFile(`console/dist/${name}`);

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

/** The addresses of the console's pages, as its router has them. A monitor that asks for any other gets a 404. */
const ofConsole = /^\/($|(sign-in|accounts|operators|sessions|requests|audit|at)(\/|$))/;
/** The name of a file of the build: it cannot leave its folder. */
const fileName = /^[\w-]+(\.[\w-]+)*\.\w+$/;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json",
  png: "image/png",
  woff2: "font/woff2",
};

/**
 * Serves the console: its files, and the index for each of its pages, which have addresses of their own. The files may appear, change and vanish while the service runs.
 */
export function serveConsole(server: FastifyInstance, read = readBuilt): void {
  server.get<{ Params: { "*": string } }>("/assets/*", (request, reply) => {
    const { "*": name } = request.params;
    if (!fileName.test(name)) return notFound(reply);
    // An asset's name changes with its content.
    void reply.header("cache-control", "public, max-age=31536000, immutable");
    return sendFile(request, reply, `assets/${name}`, read) ?? notFound(reply);
  });
  server.setNotFoundHandler((request, reply) => answer(request, reply, read));
}

function answer(request: FastifyRequest, reply: FastifyReply, read: ReadBuilt): FastifyReply {
  const [path = "/"] = request.url.split("?", 1);
  if (!looks(request)) return notFound(reply);
  // The headers are set on 404 too, so that no answer can be framed.
  void reply.code(200).headers(headers).header("cache-control", "no-store");
  const name = path.slice(1);
  const file = fileName.test(name) ? sendFile(request, reply, name, read) : null;
  if (file !== null) return file;
  // A missing image or script must not be answered with a page.
  if (!ofConsole.test(path) || !isPage(request)) return notFound(reply);
  return (
    sendFile(request, reply, "index.html", read) ??
    reply.headers(headers).type("text/html; charset=utf-8").send(notBuilt)
  );
}

/** Sends a file, compressed where the build has it so; null where there is no such file. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  read: ReadBuilt,
): FastifyReply | null {
  const acceptsBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"]));
  const compressed = acceptsBrotli ? read(`${name}.br`) : null;
  const content = compressed ?? read(name);
  if (content === null) return null;
  if (compressed !== null) void reply.header("content-encoding", "br");
  const [, extension = ""] = /\.(\w+)$/.exec(name) ?? [];
  return reply
    .headers(headers)
    .header("vary", "accept-encoding")
    .type(types[extension] ?? "application/octet-stream")
    .send(content);
}

function looks({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** A navigation that passes through the desk's service worker has the destination `empty`. */
function isPage({ headers: sent }: FastifyRequest): boolean {
  const { "sec-fetch-dest": destination = "document", accept = "" } = sent;
  return destination === "document" || (destination === "empty" && accept.includes("text/html"));
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
