// Keeps compiled code between runs: a command starts in a fraction of the time. Node would keep it in the folder
// for temporary files, where another user of the machine can put in code that this program then runs.
// Both launchers run this file as it stands, on any Node.
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Keeps compiled code in a folder that only this user can write; where there is none, keeps nothing. */
export function keepCompiledCode() {
  // Node has taken that folder already: whoever set it chose it.
  if (process.env.NODE_COMPILE_CACHE) return;
  const folder = privateFolder();
  if (folder === null) return;
  module.enableCompileCache?.(folder);
  // Threads and processes of this one have it before their first file, and load no compiler for TypeScript.
  process.env.NODE_COMPILE_CACHE = folder;
}

function privateFolder() {
  try {
    const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
    mkdirSync(caches, { recursive: true, mode: 0o700 });
    const folder = join(realpathSync(caches), "booking");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivate(folder) ? folder : null;
  } catch {
    // No home, or one that cannot be written.
    return null;
  }
}

/** Whether nobody else but root can change the folder, put another in its place or read it. `lstat` follows no links. */
function isPrivate(folder) {
  // Windows has neither; there a home is its user's own.
  const user = process.getuid?.();
  if (user === undefined) return true;
  const own = lstatSync(folder);
  if (!own.isDirectory() || own.uid !== user || (own.mode & 0o077) !== 0) return false;
  for (let at = dirname(folder); ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at);
    const isSticky = (mode & 0o1000) !== 0;
    if ((uid !== user && uid !== 0) || ((mode & 0o022) !== 0 && !isSticky)) return false;
    if (at === dirname(at)) return true;
  }
}
