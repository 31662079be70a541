import { writeFileSync } from "node:fs";
import { consoleTypes, type Document } from "./console-types.ts";
import { operatorApiDocument } from "./operator-document.ts";

/** The operator API's document, and the console's types of it; a program of its own, since a service reads them as it starts. */
const document = `${JSON.stringify(operatorApiDocument(), null, 2)}\n`;
const folder = new URL("../../", import.meta.url);
writeFileSync(new URL("contract/operator-openapi.json", folder), document);
writeFileSync(
  new URL("console/src/api/operations.ts", folder),
  consoleTypes(JSON.parse(document) as Document),
);
