import { fileURLToPath } from "node:url";
import { programVersion } from "../src/domain/program-version.ts";
import { buildOnce, type BuildResult } from "./build/build-once.ts";

/**
 * Builds the operator listener's files into `console/dist/`: the console, and the page of the public
 * interface's document (`/reference`). It does nothing where the present files were built from the same
 * sources, or where the build's packages are missing (`npm ci --omit=dev`): the deployment then brings
 * `console/dist/`.
 */
const project = fileURLToPath(new URL("../", import.meta.url));
const root = `${project}console/`;
const sources = [
  "console/{index.html,vite.config.ts}",
  "console/{public,src}/**/*",
  "scripts/reference/*",
  "contract/openapi.json",
  "package-lock.json",
];

export function buildConsole(): Promise<BuildResult> {
  return buildOnce({
    project,
    sources,
    target: "console/dist",
    async make(outDir) {
      const vite = await import("vite").catch(() => null);
      if (vite === null) return false;
      await vite.build({
        root,
        configFile: `${root}vite.config.ts`,
        logLevel: "warn",
        define: { programVersion: JSON.stringify(programVersion) },
        build: { outDir, emptyOutDir: true },
      });
      const { writeReference } = await import("./reference/write-reference.ts");
      writeReference(`${outDir}/reference`);
      return true;
    },
  });
}

/** The modules of the built console. */
export async function consoleModules(): Promise<string[]> {
  await buildConsole();
  const { build } = await import("vite");
  const built = await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "warn",
    build: { write: false },
  });
  const outputs = [built].flat().filter((each) => "output" in each);
  return outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])),
  );
}

if (import.meta.main) {
  const done = await buildConsole();
  if (done !== "current") console.log(`console: ${done}`);
}
