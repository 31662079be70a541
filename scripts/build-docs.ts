import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildOnce, type BuildResult } from "./build/build-once.ts";

/**
 * Builds the documentation site into `docs/dist/`, which the operator's listener serves as `/docs/`. Its
 * addresses are relative, so any static server can publish the folder below any path. Like the console, it is
 * built only from changed sources, and only where the build's packages are installed.
 */
const project = fileURLToPath(new URL("../", import.meta.url));
const sources = [
  "*.md",
  "docs/*.{md,png,svg}",
  "docs/{decisions,maintainers}/*.md",
  "{sdk,account-page,conformance,proofs,bench}/README.md",
  "deploy/*/README.md",
  "contract/*.json",
  "scripts/{docs,reference}/*",
  "package-lock.json",
];

/** The exit status of `scripts/docs/main.ts` without the build's packages. */
const notInstalled = 3;

export function buildDocs(): Promise<BuildResult> {
  return buildOnce({
    project,
    sources,
    target: "docs/dist",
    make: async (outDir) => {
      const words = ["scripts/docs/main.ts", outDir];
      const { status } = spawnSync(process.execPath, words, { cwd: project, stdio: "inherit" });
      if (status !== 0 && status !== notInstalled) {
        throw new Error("The documentation could not be built.");
      }
      return status === 0;
    },
  });
}

if (import.meta.main) {
  const done = await buildDocs();
  if (done !== "current") console.log(`documentation: ${done}`);
}
