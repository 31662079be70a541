import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

interface BuildOrder {
  /** The project's folder, with a slash at its end. */
  readonly project: string;
  /** Globs of everything that the result depends on, relative to the project. */
  readonly sources: readonly string[];
  /** The folder of the result, relative to the project. */
  readonly target: string;
  /** Builds into `outDir`; false where the build's packages are not installed. */
  readonly make: (outDir: string) => Promise<boolean>;
}

export type BuildResult = "built" | "current" | "no build packages";

/** Builds a folder, unless the present one was built from the same sources. */
export async function buildOnce({
  project,
  sources,
  target,
  make,
}: BuildOrder): Promise<BuildResult> {
  const stamp = hashOf(project, sources);
  const stampFile = `${project}${target}/.made-of`;
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return "current";
  // The build goes to a folder aside and is moved into place, because a server may read the present files, or
  // another build may run.
  const outDir = `${project}node_modules/.cache/${target.replaceAll("/", "-")}-${process.pid}`;
  if (!(await make(outDir))) return "no build packages";
  writeFileSync(`${outDir}/.made-of`, stamp);
  rmSync(`${project}${target}`, { recursive: true, force: true });
  try {
    renameSync(outDir, `${project}${target}`);
  } catch (error) {
    // Another build of the same sources was faster.
    if (!existsSync(stampFile)) throw error;
    rmSync(outDir, { recursive: true });
  }
  return "built";
}

function hashOf(project: string, sources: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync([...sources], { cwd: project, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`)
    .toSorted();
  for (const file of files) {
    hash.update(`${file.slice(project.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}
