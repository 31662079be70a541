import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { candidatesOf, resolveName } from "./resolve-name.ts";

const hosts = `# a comment
127.0.0.1 localhost
10.0.0.7  crm.internal crm # another
fd00::7   crm
not-an-address crm
`;

/** Name servers that know these addresses; any other name is unknown, or fails with the given code. */
function serversThat(know: Readonly<Record<string, readonly string[]>>, code = "ENOTFOUND") {
  const asked: string[] = [];
  const answer = (version: "." | ":") => async (name: string) => {
    if (version === ".") asked.push(name);
    const found = (know[name] ?? []).filter((address) => address.includes(version));
    if (found.length === 0) throw Object.assign(new Error(), { code });
    return found;
  };
  return { asked, resolve4: answer("."), resolve6: answer(":"), cancel: () => {} };
}

const addressesOf = async (...order: Parameters<typeof resolveName>) =>
  (await resolveName(...order)).map(({ address, family }) => [address, family]);

describe("a name", () => {
  test("of the hosts file leads there, and no server is asked", async () => {
    const servers = serversThat({ crm: ["1.2.3.4"] });
    for (const name of ["crm", "CRM", "crm."]) {
      assert.deepEqual(await addressesOf(name, { hosts, resolv: "" }, servers), [
        ["10.0.0.7", 4],
        ["fd00::7", 6],
      ]);
    }
    assert.deepEqual(servers.asked, []);
  });

  test("of this machine leads to it, whatever a server says", async () => {
    const servers = serversThat({ "a.localhost": ["1.2.3.4"], localhost: ["1.2.3.4"] });
    for (const name of ["localhost", "LOCALHOST.", "a.localhost"]) {
      const found = await addressesOf(name, { hosts: "", resolv: "" }, servers);
      assert.deepEqual(found, [
        ["127.0.0.1", 4],
        ["::1", 6],
      ]);
    }
  });

  test("has the addresses of both families", async () => {
    const servers = serversThat({ "a.example": ["1.2.3.4", "2600::1"] });
    assert.deepEqual(await addressesOf("a.example", { hosts, resolv: "" }, servers), [
      ["1.2.3.4", 4],
      ["2600::1", 6],
    ]);
  });

  test("is asked for by the search list as the system does", () => {
    const cluster = "search shop.svc.cluster.local svc.cluster.local\noptions ndots:5 timeout:1";
    assert.deepEqual(candidatesOf("crm.shop", cluster), [
      "crm.shop.shop.svc.cluster.local",
      "crm.shop.svc.cluster.local",
      "crm.shop",
    ]);
    assert.deepEqual(candidatesOf("a.example", "nameserver 10.0.0.1\nsearch corp."), [
      "a.example",
      "a.example.corp",
    ]);
    assert.deepEqual(candidatesOf("a.example.", cluster), ["a.example"]);
    assert.deepEqual(candidatesOf("crm", "domain corp.example"), ["crm.corp.example", "crm"]);
  });

  test("that a server cannot tell of in one domain of the search list is asked for in the next", async () => {
    const resolv = "search a.example b.example";
    const servers = serversThat({ "crm.b.example": ["1.2.3.4"] }, "ESERVFAIL");
    assert.deepEqual(await addressesOf("crm", { hosts: "", resolv }, servers), [["1.2.3.4", 4]]);
    assert.deepEqual(servers.asked, ["crm.a.example", "crm.b.example"]);
    const order = ["else", { hosts: "", resolv }, servers] as const;
    await assert.rejects(resolveName(...order), { code: "ESERVFAIL" });
  });

  test("that no server knows is not found, and one that a server did not answer is not asked for elsewhere", async () => {
    const files = { hosts: "", resolv: "search corp.example" };
    const unknown = serversThat({});
    await assert.rejects(resolveName("a.example", files, unknown), { code: "ENOTFOUND" });
    assert.deepEqual(unknown.asked, ["a.example", "a.example.corp.example"]);
    const silent = serversThat({}, "ETIMEOUT");
    await assert.rejects(resolveName("a.example", files, silent), { code: "ETIMEOUT" });
    assert.deepEqual(silent.asked, ["a.example"]);
  });
});
