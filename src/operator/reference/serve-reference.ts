import type { FastifyInstance } from "fastify";
import { readProgramFile, requireProgramFile } from "../../files/program-files.ts";
import { pageHeaders } from "./page-headers.ts";

/** Where `npm run console:build` leaves the page. */
const built = "console/dist/reference";
const document = requireProgramFile("contract/openapi.json");

const headers = pageHeaders(["img-src data:"]);

const files = {
  "/reference": { name: "index.html", type: "text/html" },
  "/reference/style.css": { name: "style.css", type: "text/css" },
  "/reference/copy.js": { name: "copy.js", type: "text/javascript" },
  "/reference/tabs.js": { name: "tabs.js", type: "text/javascript" },
} as const;

/** Serves `GET /openapi.json`, and `GET /reference`: the same document as a page, made by the build. */
export function serveReference(server: FastifyInstance, folder = built): void {
  server.get("/openapi.json", async (_request, reply) =>
    reply.headers(headers).type("application/json; charset=utf-8").send(document),
  );
  for (const [path, { name, type }] of Object.entries(files)) {
    server.get(path, async (_request, reply) => {
      const text = readProgramFile(`${folder}/${name}`)?.toString();
      void reply.headers(headers);
      return text === undefined
        ? reply.code(404).type("text/plain; charset=utf-8").send(notBuilt)
        : reply.type(`${type}; charset=utf-8`).send(text);
    });
  }
}

const notBuilt =
  "The reference is not built yet: in the folder of the program, run `npm run console:build`, then " +
  "load this page again. /openapi.json is the document that it is made of.\n";
