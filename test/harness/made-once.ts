import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that several processes may need at the same time. A process that finds none makes one aside
 * and renames it into place, so that no process sees half of it; the first one stays.
 */
export async function madeOnce(
  folder: string,
  make: (aside: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  try {
    await make(aside);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
