import { globSync } from "node:fs";

/**
 * The files that `src/files/program-files.ts` reads, relative to the project; every artefact has the same
 * paths.
 */
export function programAssets(project: string): string[] {
  const found = globSync(
    ["contract/*.json", "src/store/migrations/*.sql", "console/dist/**/*.*", "docs/dist/**/*.*"],
    {
      cwd: project,
    },
  );
  return found.toSorted();
}
