import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** An empty project elsewhere, with the library installed from its tarball. */
export interface PackedProject extends Disposable {
  readonly folder: string;
  readonly tarball: string;
  /** Writes a file of the project. */
  write(name: string, text: string): void;
  /** Runs a program in the project; rejects with its output when it fails. */
  run(
    program: string,
    words: readonly string[],
    environment?: Record<string, string>,
  ): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

/**
 * Packs a copy, so that nothing is written into the repository, and installs it offline; it has no
 * dependencies.
 */
export async function packedProject(): Promise<PackedProject> {
  const root = mkdtempSync(join(tmpdir(), "booking-client-"));
  const copy = join(root, "repository");
  const folder = join(root, "project");
  for (const name of ["sdk", "tsconfig.json", "scripts/build-client.ts"]) {
    const filter = (path: string) => !path.startsWith(resolve("sdk/dist"));
    cpSync(name, join(copy, name), { recursive: true, filter });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  const packing = ["pack", "--json", "--silent", "--pack-destination", root];
  const packed = await run("npm", packing, { cwd: join(copy, "sdk") });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[\n")));
  const tarball = join(root, filename);

  const project: PackedProject = {
    folder,
    tarball,
    write: (name, text) => writeFileSync(join(folder, name), text),
    run: (program, words, environment = {}) =>
      run(program, words, { cwd: folder, env: { PATH: process.env["PATH"], ...environment } }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
  cpSync("sdk/test/empty-project", folder, { recursive: true });
  return project;
}
