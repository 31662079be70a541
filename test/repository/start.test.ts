import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { readImports, codeFiles } from "./imports.ts";
import { isTest } from "./rooms.ts";

/** Prints what a thread has loaded that loads what `serve` loads for callers. */
const loadsCallersThread = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import("./src/cli/run-program.ts");
  await import("./src/service/operator-thread.ts");
  await import("./src/service/start-service.ts");
  console.log(JSON.stringify([...loaded, ...process.moduleLoadList]));
`;

describe("the start of a service", () => {
  test("the callers' thread loads no operation, and nobody's HTTP client", () => {
    const command = ["--input-type=module", "--eval", loadsCallersThread];
    const loaded: string[] = JSON.parse(execFileSync(process.execPath, command).toString());
    assert.ok(loaded.some((name) => name.endsWith("/src/store/store.ts")));
    const needless = /\/src\/operations\/(all|bookings|catalogue)|\/node_modules\/fastify\/|undici/;
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
