import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  rmSync(`${root}dist`, { recursive: true, force: true });
  await vite.build({ root, configFile: `${root}vite.config.ts`, logLevel: "warn" });
  writeFileSync(stampFile, stamp);
  return "built";
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
