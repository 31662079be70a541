import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readProgramFile, requireProgramFile } from "../../files/program-files.ts";

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

function typeOf(name: string): string | undefined {
  return types[/\.(\w+)$/.exec(name)?.[1] ?? ""];
}

/** The headers of a page that loads what this listener serves, and nothing else. No script or style is inline. */
function pageHeaders(...directives: readonly string[]) {
  const only = ["default-src 'none'", "script-src 'self'", "style-src 'self'"];
  return {
    "content-security-policy": [...only, ...directives, "frame-ancestors 'none'"].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  } as const;
}

/** A newer program may serve another page from the same address. */
const changing = { "cache-control": "no-cache" } as const;
const referenceHeaders = {
  ...pageHeaders("img-src data:", "base-uri 'none'", "form-action 'none'"),
  ...changing,
};

const referenceFiles = {
  "/reference": "index.html",
  "/reference/style.css": "style.css",
  "/reference/copy.js": "copy.js",
  "/reference/tabs.js": "tabs.js",
} as const;

/**
 * Serves `GET /openapi.json`, and `GET /reference`: the same document as a page, which `npm run console:build`
 * leaves in `folder`.
 */
export function serveReference(server: FastifyInstance, folder = "console/dist/reference"): void {
  server.get("/openapi.json", async (_request, reply) =>
    reply
      .headers(referenceHeaders)
      .type("application/json; charset=utf-8")
      .send(requireProgramFile("contract/openapi.json")),
  );
  for (const [path, name] of Object.entries(referenceFiles)) {
    server.get(path, (_request, reply) =>
      sendBuilt(reply.headers(referenceHeaders), `${folder}/${name}`, referenceNotBuilt),
    );
  }
}

const docsHeaders = {
  ...pageHeaders(
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ),
  ...changing,
};
/** The path of a file of the site: it cannot leave its folder. */
const filePath = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.\w+$/;

/** Serves the documentation site below `/docs/`, which `npm run docs:build` leaves in `folder`. */
export function serveDocs(server: FastifyInstance, folder = "docs/dist"): void {
  server.get("/docs", (_request, reply) => reply.redirect("/docs/", 308));
  server.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const path = request.params["*"].replace(/(^|\/)$/, "$1index.html");
    const name = filePath.test(path) ? `${folder}/${path}` : null;
    return sendBuilt(reply.headers(docsHeaders), name, noSuchDocs);
  });
}

/** Sends a file of a build; 404 where there is none. */
function sendBuilt(reply: FastifyReply, name: string | null, otherwise: string): FastifyReply {
  const type = typeOf(name ?? "");
  const content = name === null || type === undefined ? null : readProgramFile(name);
  return content === null || type === undefined
    ? reply.code(404).type("text/plain; charset=utf-8").send(otherwise)
    : reply.type(type).send(content);
}

/** Reads a file that `npm run console:build` made; null where there is none. */
type ReadBuilt = (name: string) => Buffer | null;

const readBuilt: ReadBuilt = (name) => readProgramFile(`console/dist/${name}`);

const consoleHeaders = {
  ...pageHeaders(
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** The addresses of the console's pages, as its router has them. A monitor that asks for any other gets a 404. */
const ofConsole = /^\/($|(sign-in|accounts|operators|sessions|requests|audit|at)(\/|$))/;
/** The name of a file of the build: it cannot leave its folder. */
const fileName = /^[\w-]+(\.[\w-]+)*\.\w+$/;

/**
 * Serves the console: its files, and the index for each of its pages, which have addresses of their own. The files
 * may appear, change and vanish while the service runs.
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
  if (request.method !== "GET" && request.method !== "HEAD") return notFound(reply);
  // The headers are set on 404 too, so that no answer can be framed.
  void reply.code(200).headers(consoleHeaders).header("cache-control", "no-store");
  const name = path.slice(1);
  const file = fileName.test(name) ? sendFile(request, reply, name, read) : null;
  if (file !== null) return file;
  // A missing image or script must not be answered with a page.
  if (!ofConsole.test(path) || !isPage(request)) return notFound(reply);
  return (
    sendFile(request, reply, "index.html", read) ??
    reply.type("text/html; charset=utf-8").send(consoleNotBuilt)
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
  return reply
    .headers(consoleHeaders)
    .header("vary", "accept-encoding")
    .type(typeOf(name) ?? "application/octet-stream")
    .send(content);
}

/** A navigation that passes through the desk's service worker has the destination `empty`. */
function isPage({ headers: sent }: FastifyRequest): boolean {
  const { "sec-fetch-dest": destination = "document", accept = "" } = sent;
  return destination === "document" || (destination === "empty" && accept.includes("text/html"));
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header("cache-control", "no-store").send({ status: "not found" });
}

const referenceNotBuilt =
  "The reference is not built yet: in the folder of the program, run `npm run console:build`, then " +
  "load this page again. /openapi.json is the document that it is made of.\n";

const noSuchDocs =
  "There is no such page. /docs/ is the first one. Where that is missing too, the documentation is not " +
  "built yet: in the folder of the program, run `npm run docs:build`.\n";

const consoleNotBuilt = `<!doctype html>
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
