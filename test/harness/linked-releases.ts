import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/*
 * Releases beside one another in `releases/NAME`, and the link `current` to the one that is started, as
 * docs/upgrading.md describes it.
 */

/** Moves the link in one step, as `ln -sfn` does not. */
export function leadTo(folder: string, release: string): void {
  symlinkSync(`releases/${release}`, `${folder}/next`);
  renameSync(`${folder}/next`, `${folder}/current`);
}

/** Copies a bundled program to `releases/NAME`, and replaces texts of its code. */
export function copyRelease(
  program: string,
  { folder, name, changes = {} }: ReleaseCopy & { readonly changes?: Record<string, string> },
): void {
  const place = `${folder}/releases/${name}`;
  cpSync(dirname(dirname(program)), place, { recursive: true, verbatimSymlinks: true });
  const lib = `${place}/lib/booking`;
  const missing = new Set(Object.keys(changes));
  for (const chunk of readdirSync(lib)) {
    const text = readFileSync(`${lib}/${chunk}`, "utf8");
    let changed = text;
    for (const [before, after] of Object.entries(changes)) {
      // The bundle's texts stand in quotes or, where it is made smaller, in backticks.
      const spellings = [
        [before, after],
        [before.replaceAll('"', "`"), after.replaceAll('"', "`")],
      ] as const;
      for (const [one, other] of spellings) {
        if (!changed.includes(one)) continue;
        changed = changed.replaceAll(one, other);
        missing.delete(before);
      }
    }
    if (changed !== text) writeFileSync(`${lib}/${chunk}`, changed);
  }
  if (missing.size > 0) throw new Error(`The program does not contain ${[...missing].join(", ")}.`);
}

interface ReleaseCopy {
  readonly folder: string;
  readonly name: string;
}

/** Gives the copied release a migration that the others do not have. */
export function addMigration({ folder, name }: ReleaseCopy, sql: string): void {
  const sources = `${folder}/releases/${name}/src`;
  const migrations = realpathSync(`${sources}/store/migrations`);
  const own = `${folder}/releases/${name}-migrations`;
  cpSync(migrations, own, { recursive: true });
  // The sources' own folder stands behind a link, which must not be written through.
  rmSync(sources, { recursive: true });
  mkdirSync(`${sources}/store`, { recursive: true });
  renameSync(own, `${sources}/store/migrations`);
  writeFileSync(`${sources}/store/migrations/9000-next-release.sql`, sql);
}
