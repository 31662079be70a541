import { rolldown, type OutputOptions, type Plugin } from "rolldown";

/** A package whose code a bundle contains; `folder` is absolute. */
export interface Bundled {
  readonly modules: readonly string[];
}

/**
 * Bundles the command line. `es` makes chunks, so that a command loads only what it needs; `cjs` makes
 * the one file that a single executable application runs.
 */
export async function bundleProgram(
  project: string,
  output: Pick<OutputOptions, "dir" | "file"> & { readonly format: "es" | "cjs" },
): Promise<Bundled> {
  const bundle = await rolldown({
    cwd: project,
    input: { main: "bin/main.ts" },
    platform: "node",
    // `pg` loads its native variant only on request.
    external: ["pg-native"],
    plugins: [bundleRequired, plainCharacters],
    onLog: (level, log, show) => {
      if (level === "warn" && !expected.has(log.code ?? "")) show(level, log);
    },
  });
  const made = await bundle.write({
    ...output,
    // Every thread holds the text of the modules that it loaded: without comments, blanks and long local names it is
    // 2.8 MB instead of 5. Functions and classes keep their names, for stack traces.
    minify: {
      compress: { target: "esnext", keepNames: { function: true, class: true } },
      mangle: { keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
    codeSplitting: output.format === "es" && { groups: [...chunks] },
    // The executable's program is a script of `node:vm`, in which `import()` fails; OpenTelemetry imports `http` so.
    dynamicImportInCjs: false,
  });
  await bundle.close();
  return { modules: made.output.flatMap((chunk) => ("moduleIds" in chunk ? chunk.moduleIds : [])) };
}

/**
 * What is loaded together is one chunk, with all that it imports and no chunk before it has: left alone, the bundler makes
 * a chunk for each set of modules that the same commands share, and each costs a command more than a millisecond.
 */
const chunks = [
  { name: "main", test: /\/bin\/main\.ts$/, priority: 7 },
  { name: "command", test: /\/src\/cli\/run-program\.ts$/, priority: 6 },
  { name: "store", test: /\/src\/store\/(store|sqlite\/temporary-folder)\.ts$/, priority: 5 },
  {
    name: "threads",
    test: /\/src\/(service\/(operator-listener|logging|remote-calls)|operator\/metrics)\.ts$/,
    priority: 4,
  },
  { name: "schemas", test: /\/contract\/[^.]+\.ts$/, priority: 3 },
  { name: "service", test: /\/src\/service\/(start-service|operator-thread)\.ts$/, priority: 2 },
  {
    name: "operations",
    test: /\/src\/(operations\/machinery|cli\/running)\/[^.]+\.ts$/,
    priority: 1,
  },
];

/** Dependencies evaluate text (`fast-json-stringify`) and import in circles (`kysely`). */
const expected: ReadonlySet<string> = new Set(["EVAL", "CIRCULAR_DEPENDENCY"]);

/** A `require` made by `createRequire` is invisible to the bundler; the plain one is bundled. */
const bundleRequired: Plugin = {
  name: "bundle-required",
  transform: {
    filter: { code: "createRequire(import.meta.url)" },
    handler: (code) =>
      code
        .replace(/import \{ createRequire \} from "node:module";/, "")
        .replace("const require = createRequire(import.meta.url);", ""),
  },
};

/**
 * A text with one character beyond ASCII takes two bytes for each of its characters in memory, in every thread that
 * loads it. `String.raw` would keep the escape, so no text of it may have such a character.
 */
const plainCharacters: Plugin = {
  name: "plain-characters",
  // Before this the bundler would write the characters again.
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      // Without a flag, an expression takes a character outside of the basic plane as a pair: two escapes.
      chunk.code = chunk.code.replaceAll(/\P{ASCII}/gu, (character) =>
        Array.from(
          { length: character.length },
          (_, half) => `\\u${character.charCodeAt(half).toString(16).padStart(4, "0")}`,
        ).join(""),
      );
    }
  },
};
