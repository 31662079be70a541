import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * Loaded before every test file, with `?folder=` after its name, where `scripts/testing/bundle-sources.ts` has
 * bundled the program's modules: each source file that is imported is replaced by its module there. Threads
 * and forks of a test file load this as well.
 */
const project = new URL("../../", import.meta.url).href;
const folder = new URL(import.meta.url).searchParams.get("folder") ?? "";
const bundled = pathToFileURL(`${folder}/`).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (!found.url.startsWith(project) || !found.url.endsWith(".ts")) return found;
    const url = `${bundled}${found.url.slice(project.length, -"ts".length)}js`;
    return existsSync(fileURLToPath(url)) ? { ...found, url, format: "module" } : found;
  },
});
