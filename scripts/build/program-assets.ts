import { globSync } from "node:fs";

/** What `src/files/program-files.ts` reads, relative to the project: the same paths in every artefact. */
export function programAssets(project: string): string[] {
  const found = globSync(["contract/*.json", "src/store/migrations/*.sql", "console/dist/**/*.*"], {
    cwd: project,
  });
  return found.toSorted();
}
