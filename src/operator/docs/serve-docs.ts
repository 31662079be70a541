import type { FastifyInstance } from "fastify";
import { readProgramFile } from "../../files/program-files.ts";
import { pageHeaders } from "../reference/page-headers.ts";

/** The folder that `npm run docs:build` writes. */
const built = "docs/dist";
const headers = pageHeaders(["img-src 'self' data:", "connect-src 'self'"]);

/** The path of a file of the site: it cannot leave its folder. */
const filePath = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(\w+)$/;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
};

/** Serves the documentation site below `/docs/`. */
export function serveDocs(server: FastifyInstance, folder = built): void {
  server.get("/docs", (_request, reply) => reply.redirect("/docs/", 308));
  server.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const path = request.params["*"].replace(/(^|\/)$/, "$1index.html");
    const [, extension = ""] = filePath.exec(path) ?? [];
    const type = types[extension];
    const content = type === undefined ? null : readProgramFile(`${folder}/${path}`);
    void reply.headers(headers);
    return content === null || type === undefined
      ? reply.code(404).type("text/plain; charset=utf-8").send(notFound)
      : reply.type(type).send(content);
  });
}

const notFound =
  "There is no such page. /docs/ is the first one. Where that is missing too, the documentation is not " +
  "built yet: in the folder of the program, run `npm run docs:build`.\n";
