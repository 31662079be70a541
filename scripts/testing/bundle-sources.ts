import { globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";

/** The program's rooms; what tests add to them stays apart, so that each module exists once in a process. */
const rooms = ["src", "contract", "playground"];

/**
 * Bundles the modules of the program with its dependencies, and writes beside the bundle a module for each source
 * file, at the file's own path, that exports the same. `test/harness/bundled-sources.ts` loads those instead
 * of the sources. A test process that reaches the service loads a few files instead of 1,700, which halves its
 * start; each module still runs when it is first imported and not before.
 */
export async function bundleSources(folder: string): Promise<void> {
  const project = resolve(".");
  const files = rooms.flatMap((room) =>
    globSync(`${room}/**/*.ts`, { exclude: ["**/*.test.ts", "**/*.d.ts"] }),
  );
  const bundle = await rolldown({
    cwd: project,
    input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ""), file])),
    platform: "node",
    // The harness uses the same `pg`, and records what it sends.
    external: [/^pg(-native)?$/],
    plugins: [ownPlace(project)],
    // The release's bundle shows what is wrong.
    logLevel: "silent",
  });
  await bundle.write({
    dir: folder,
    format: "es",
    strictExecutionOrder: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting: {
      groups: [
        // A stack names the room, which tells the store's statements from a test's own.
        { name: "src/store/postgres/bundled", test: /\/src\/store\/postgres\// },
        { name: "src/store/bundled", test: /\/src\/store\// },
        { name: "src/bundled", test: /./ },
      ],
    },
  });
  await bundle.close();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
}

/** Modules find their files and threads from where their sources are. */
function ownPlace(project: string): Plugin {
  return {
    name: "own-place",
    transform: {
      filter: {
        id: { include: rooms.map((room) => `${project}/${room}/**`) },
        code: "import.meta.url",
      },
      handler: (code, id) =>
        code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
    },
  };
}
