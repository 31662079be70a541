import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { readImports, codeFiles } from "./imports.ts";
import { isTest } from "./rooms.ts";

/** What a thread has loaded that loads these files. */
function loadedWith(files: readonly string[]): string[] {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    ${files.map((file) => `await import("./src/${file}");`).join("\n")}
    console.log(JSON.stringify([...loaded, ...process.moduleLoadList]));`;
  const command = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, command).toString());
}

/** Loads the program with all of its operations, where no text can be made by the rules of a language. */
const loadsWithoutLanguages = `
  const refuse = function () { throw new Error("A formatter of a language was made."); };
  for (const name of Object.getOwnPropertyNames(Intl)) {
    if (/^[A-Z]/.test(name)) Object.defineProperty(Intl, name, { value: refuse });
  }
  for (const { prototype } of [Number, BigInt, Array, Date]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name.startsWith("toLocale")) prototype[name] = refuse;
    }
  }
  await import("./src/cli/program.ts");
  await import("./src/service/start-service.ts");
  await import("./src/service/operator-listener.ts");
  await import("./src/service/operator-pages.ts");
`;

describe("the start of a service", () => {
  test("no file of the program formats a text by a language's rules while it is loaded", () => {
    // The first formatter of a thread takes 20 ms of its processor.
    const command = ["--input-type=module", "--eval", loadsWithoutLanguages];
    execFileSync(process.execPath, command, { stdio: ["ignore", "inherit", "pipe"] });
  });

  test("the callers' thread loads no operation, no reminding (B330), no schemas' library, and nobody's HTTP client", () => {
    const loaded = loadedWith([
      "cli/run-program.ts",
      "service/operator-thread.ts",
      "service/start-service.ts",
    ]);
    assert.ok(loaded.some((name) => name.endsWith("/src/store/store.ts")));
    const needless =
      /\/src\/(operations\/(all|bookings|catalogue)|service\/reminding)|\/node_modules\/(fastify|typebox)\/|undici/;
    assert.deepEqual(
      loaded.filter((name) => needless.test(name)),
      [],
    );
  });

  test("the operators' thread loads no operation and no page until somebody asks (B680)", () => {
    const loaded = loadedWith(["service/logging.ts", "service/operator-listener.ts"]);
    assert.ok(loaded.some((name) => name.endsWith("/src/outgoing/webhooks/senders.ts")));
    const needless = /\/src\/operations\/|\/node_modules\/fastify\/|undici/;
    assert.deepEqual(
      loaded.filter((name) => needless.test(name)),
      [],
    );
  });

  test("`node:http` is taken by `process.getBuiltinModule`", () => {
    // An import reads every export, and one of them loads Node's `fetch`: 13 MB in each thread, and 50 ms.
    const importing = codeFiles
      .filter((file) => /^(src|bin|playground)\//.test(file) && !isTest(file))
      .flatMap(readImports)
      .filter(({ target, typeOnly }) => target === "node:http" && !typeOnly);
    assert.deepEqual(importing, []);
  });
});
