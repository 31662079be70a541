import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const input = fileURLToPath(new URL("search.js", import.meta.url));

/** Bundles the search of the site with its package into one file. */
export async function bundleSearch(folder: string): Promise<void> {
  await using bundle = await rolldown({ input });
  await bundle.write({ file: `${folder}/search.js`, minify: true });
}

/** The modules of that file. */
export async function searchModules(): Promise<string[]> {
  await using bundle = await rolldown({ input });
  const { output } = await bundle.generate();
  return output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
}
