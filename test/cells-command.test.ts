import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";

const cells = {
  "cell-1": { nodes: ["10.0.0.1:8080", "10.0.0.2:8080"], hosts: ["api.acme.example"] },
  "cell-2": { nodes: ["10.0.1.1:8080"], hosts: ["api.other.example"] },
};

test("booking cells writes both maps, leaves what says the same, and refuses a wrong file", async () => {
  using folder = temporaryFolder();
  const [haproxy, nginx] = [`${folder.path}/cells.map`, `${folder.path}/cells.conf`];
  const file = `${folder.path}/cells.json`;
  const write = () =>
    runCommandHere("sqlite::memory:", [
      "cells",
      file,
      "--haproxy",
      haproxy,
      "--nginx",
      nginx,
      "--json",
    ]);
  writeFileSync(file, JSON.stringify(cells));
  assert.deepEqual((await write()).json, { cells: 2, hosts: 2, written: [haproxy, nginx] });
  const map = "api.acme.example cell-1\napi.other.example cell-2\n";
  assert.equal(readFileSync(haproxy, "utf8"), map);
  assert.match(readFileSync(nginx, "utf8"), /upstream cell-1 \{\n {2}server 10\.0\.0\.1:8080;\n/);
  assert.match(readFileSync(nginx, "utf8"), /\n {2}api\.other\.example cell-2;\n\}\n$/);
  assert.deepEqual((await write()).json, { cells: 2, hosts: 2, written: [] });
  writeFileSync(file, JSON.stringify({ ...cells, "cell-3": cells["cell-1"] }));
  const refused = await write();
  assert.equal(refused.status, 1);
  assert.match(refused.err + refused.out, /api\.acme\.example is in cell-1 and in cell-3/);
  assert.equal(readFileSync(haproxy, "utf8"), map);
  assert.deepEqual(readdirSync(folder.path).toSorted(), ["cells.conf", "cells.json", "cells.map"]);
  assert.equal((await runCommandHere("sqlite::memory:", ["cells", file])).status, 2);
});
