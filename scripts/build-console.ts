import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Builds the operator listener's files into `console/dist/`: the console, and the page of the public
 * interface's document (`/reference`). It does nothing where the present files were built from the same
 * sources, or where the build's packages are missing (`npm ci --omit=dev`): whoever deploys then brings
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
const stampFile = `${root}dist/.made-of`;

export async function buildConsole(): Promise<"built" | "current" | "no build packages"> {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return "current";
  const vite = await import("vite").catch(() => null);
  if (vite === null) return "no build packages";
  // The build goes to a folder aside and is moved into place, because a server may read the present files, or
  // another build may run.
  const outDir = `${project}node_modules/.cache/console-${process.pid}`;
  await vite.build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  const { writeReference } = await import("./reference/write-reference.ts");
  writeReference(`${outDir}/reference`);
  writeFileSync(`${outDir}/.made-of`, stamp);
  putInPlace(outDir);
  return "built";
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
  const outputs = "output" in built ? [built] : Array.isArray(built) ? built : [];
  return outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])),
  );
}

function putInPlace(made: string): void {
  rmSync(`${root}dist`, { recursive: true, force: true });
  try {
    renameSync(made, `${root}dist`);
  } catch (error) {
    // Another build of the same sources was faster.
    if (!existsSync(stampFile)) throw error;
    rmSync(made, { recursive: true });
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: project, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`)
    .toSorted();
  for (const file of files) {
    hash.update(`${file.slice(project.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

if (import.meta.main) {
  const done = await buildConsole();
  if (done !== "current") console.log(`console: ${done}`);
}
