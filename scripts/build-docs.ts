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
  "docs/decisions/*.md",
  "{sdk,account-page,conformance,proofs,bench}/README.md",
  "deploy/*/README.md",
  "contract/*.json",
  "scripts/{docs,reference}/*",
  "package-lock.json",
];

export function buildDocs(): Promise<BuildResult> {
  return buildOnce({
    project,
    sources,
    target: "docs/dist",
    async make(outDir) {
      const site = await import("./docs/write-docs.ts").catch(missingPackage);
      if (site === null) return false;
      process.chdir(project);
      await site.writeDocs(outDir);
      return true;
    },
  });
}

function missingPackage(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
  throw error;
}

if (import.meta.main) {
  const done = await buildDocs();
  if (done !== "current") console.log(`documentation: ${done}`);
}
