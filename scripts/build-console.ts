import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Builds `console/` into `console/dist/`, which the operator's listener serves. Nothing is done where
 * what is there was made of the same sources, or where the build's packages were not installed
 * (`npm ci --omit=dev`): then whoever deploys brings `console/dist/` along.
 */
const root = fileURLToPath(new URL("../console/", import.meta.url));
const stampFile = `${root}dist/.made-of`;

export async function buildConsole(): Promise<"built" | "current" | "no build packages"> {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return "current";
  const vite = await import("vite").catch(() => null);
  if (vite === null) return "no build packages";
  // Made aside and then put in place: somebody may be served from there, or build at the same time.
  const outDir = fileURLToPath(
    new URL(`../node_modules/.cache/console-${process.pid}`, import.meta.url),
  );
  await vite.build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  writeFileSync(`${outDir}/.made-of`, stamp);
  putInPlace(outDir);
  return "built";
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
  const files = globSync(["index.html", "vite.config.ts", "public/**/*", "src/**/*"], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`)
    .concat(`${root}../package-lock.json`)
    .toSorted();
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

if (import.meta.main) {
  const done = await buildConsole();
  if (done !== "current") console.log(`console: ${done}`);
}
