import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { endsOf, nodesOf, oldestOfCheckout } from "./nodes-of.ts";

const published = [
  "18.20.8", "20.0.0", "20.20.2", "24.9.0", "24.18.1", "24.19.0", "24.21.0", "24.3.0",
  "25.9.0", "26.3.1", "26.4.0", "26.12.1", "26.5.0", "27.0.0", "27.0.0-rc.1",
]; // prettier-ignore

test("npm of a Node that leaves packages out gets one sentence", () => {
  const check = (node: string) => {
    const env = { ...process.env, npm_config_user_agent: `npm/10.8.2 node/v${node} linux x64` };
    const words = ["scripts/check-npm.ts"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      encoding: "utf8",
      env,
    });
    return [status, stdout, stderr.split("\n").length - 1];
  };
  for (const old of ["18.20.8", "20.18.3", "21.7.3", "22.11.0"]) {
    assert.deepEqual(check(old), [1, "", 1], old);
  }
  for (const good of [oldestOfCheckout.node, "22.12.0", "23.0.0", "26.12.1"]) {
    assert.deepEqual(check(good), [0, "", 0], good);
  }
});

test("npm of the oldest Node for a checkout leaves no optional package out", () => {
  const [major = 0, minor = 0] = oldestOfCheckout.node.split(".").map(Number);
  const admits = (range: string) =>
    range.split("||").some((part) => {
      const [, sign, from, least = 0] = /^ *(\^|>=) *(\d+)(?:\.(\d+))?/.exec(part) ?? [];
      const isSame = Number(from) === major && Number(least) <= minor;
      return isSame || (sign === ">=" && Number(from) < major);
    });
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    readonly packages: Readonly<
      Record<string, { readonly optional?: true; readonly engines?: { readonly node?: string } }>
    >;
  };
  const optional = Object.entries(packages).filter(([, each]) => each.optional === true);
  assert.ok(optional.length > 0);
  for (const [name, { engines }] of optional) {
    assert.ok(engines?.node === undefined || admits(engines.node), `${name}: ${engines?.node}`);
  }
});

describe("the Nodes on which the package is tried", () => {
  test("are the oldest and the newest of each declared major; the last before them is refused", () => {
    assert.deepEqual(nodesOf("^24.19.0 || >=26.4.0", published), {
      good: ["24.19.0", "24.21.0", "26.4.0", "26.12.1", "27.0.0"],
      refused: ["20.20.2", "24.18.1", "25.9.0", "26.3.1"],
    });
  });

  test("are without --all the ends of the range", () => {
    assert.deepEqual(endsOf(nodesOf("^24.19.0 || >=26.4.0", published)), {
      good: ["24.19.0", "27.0.0"],
      refused: ["24.18.1"],
    });
  });

  test("are those that the launchers, the manifests and the pages name", async () => {
    const { isNeededNode, neededNode } = await import(
      new URL("../../bin/needed-node.js", import.meta.url).href
    );
    const read = (path: string) => readFileSync(path, "utf8").replaceAll(/\s+/g, " ");
    const ranges = ["package.json", "conformance/package.json"].map(
      (path) => JSON.parse(read(path)).engines.node,
    );
    assert.equal(ranges[0], ranges[1]);
    const { good, refused } = nodesOf(ranges[0], published);
    for (const version of good) assert.equal(isNeededNode(version), true, version);
    for (const version of refused) assert.equal(isNeededNode(version), false, version);
    for (const page of ["README.md", "docs/releases.md", "docs/maintainers/deployment.md"]) {
      assert.ok(read(page).includes(neededNode), page);
    }
    const oldest = oldestOfCheckout.node.replace(/\.0$/, "");
    assert.ok(read("README.md").includes(`Node ${oldest}, 22.12 or newer`));
  });
});
