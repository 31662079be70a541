#!/usr/bin/env bash
# `import "node:http"` reads every export of the module, and one of them is a getter that loads the whole of undici, Node's `fetch`: some
# 75 modules more, a third more heap, in each thread again. `require` and `process.getBuiltinModule` of the same module do not.
# The same in Node 22.21.1, 24.21.0 and 26.5.1.
# Matters to: a small server with threads: here it was 13 MB and 50 ms of processor time for each of two.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
tell='const undici = process.moduleLoadList.some((name) => name.endsWith("deps/undici/undici"));
console.log(process.version, way, undici ? "loads undici" : "does not");'
echo "import 'node:http'; const way = 'import'; $tell" >import.mjs
echo "process.getBuiltinModule('node:http'); const way = 'getBuiltinModule'; $tell" >builtin.mjs
echo "require('node:http'); const way = 'require'; $tell" >require.cjs
for version in 22.21.1 24.21.0 26.5.1; do
  npm install --silent --no-audit --no-fund --no-save "node@$version" >/dev/null 2>&1
  for file in import.mjs builtin.mjs require.cjs; do node_modules/node/bin/node "$file"; done
done | tee seen
diff seen - <<'SEEN'
v22.21.1 import loads undici
v22.21.1 getBuiltinModule does not
v22.21.1 require does not
v24.21.0 import loads undici
v24.21.0 getBuiltinModule does not
v24.21.0 require does not
v26.5.1 import loads undici
v26.5.1 getBuiltinModule does not
v26.5.1 require does not
SEEN
