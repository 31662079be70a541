import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { OpenApiDocument } from "./open-api.ts";
import { referencePage } from "./reference-page.ts";

const document = new URL("../../contract/openapi.json", import.meta.url);

/** Writes the page of the committed OpenAPI document into a folder, with its style and script. */
export function writeReference(folder: string): void {
  const page = referencePage(JSON.parse(readFileSync(document, "utf8")) as OpenApiDocument);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/index.html`, page);
  for (const name of ["style.css", "copy.js", "tabs.js"]) {
    copyFileSync(new URL(name, import.meta.url), `${folder}/${name}`);
  }
}
