import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

// Builds the client library, in whose folder it runs, into dist/: plain JavaScript without comments, and
// declarations with them.
rmSync("dist", { recursive: true, force: true });
const compile = (...options: readonly string[]) =>
  execFileSync("tsc", ["-p", "tsconfig.build.json", ...options], { stdio: "inherit" });
compile("--removeComments");
compile("--declaration", "--emitDeclarationOnly");
// The compiler rewrites the extensions of imports in code, but not in declarations.
for (const name of readdirSync("dist").filter((file) => file.endsWith(".d.ts"))) {
  const text = readFileSync(`dist/${name}`, "utf8");
  writeFileSync(`dist/${name}`, text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
}
