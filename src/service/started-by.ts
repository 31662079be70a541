import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { isSea } from "node:sea";
import { fileURLToPath } from "node:url";

/**
 * The executable and the program that start a server process. A built program starts itself again, and `main.ts`
 * recognises a server process. Its path is the one that it was started by, with links unresolved: behind a link such
 * as `current`, a rolling restart starts the release that the link leads to by then.
 */
export const startedBy = pathsOf(process);

function pathsOf({ argv, argv0, execPath, env }: NodeJS.Process) {
  if (import.meta.url.endsWith(".ts")) {
    return { execPath, exec: fileURLToPath(new URL("./worker.ts", import.meta.url)) };
  }
  const [, exec = execPath] = argv;
  return { exec, execPath: isSea() ? unresolved(argv0, env["PATH"] ?? "", execPath) : execPath };
}

/** The path by which a shell or a service manager found the executable. */
function unresolved(argv0: string, path: string, execPath: string): string {
  const found = argv0.includes("/")
    ? [resolve(argv0)]
    : path.split(":").map((folder) => join(folder, argv0));
  return found.find((each) => isLinkTo(each, execPath)) ?? execPath;
}

/** The parent process may give the program any name. */
function isLinkTo(path: string, file: string): boolean {
  try {
    return realpathSync(path) === file;
  } catch {
    return false;
  }
}
