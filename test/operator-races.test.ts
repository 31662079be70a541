import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import {
  addApiHost,
  createAccount,
  createOperator,
  createCredential,
  rotateCredential,
} from "./harness/operate.ts";
import { acme, audit, openTestStores } from "./harness/service.ts";

const other = { tenant: "other", environment: "production" } as const;

const rounds = [1, 2, 3, 4];

/** What several answers came to: how many were done, and why the others were refused. */
function outcomes(answers: readonly object[]): { done: number; refused: string[] } {
  const refused = answers.flatMap((answer) =>
    isRefused<{ why: string }>(answer) ? [answer.refused.why] : [],
  );
  return { done: answers.length - refused.length, refused };
}

describe("operators at the same moment", () => {
  test("make one account of one name, and give a host to one account", async () => {
    await using stores = await openTestStores(4);
    const uat = (tenant: string) => ({ tenant, environment: "uat" }) as const;
    for (const round of rounds) {
      const same = await stores.all((store, index) =>
        createAccount(store, audit(), uat(`same-${round}`), [`h-${round}-${index}.example`], []),
      );
      assert.deepEqual(outcomes(same), { done: 1, refused: Array(3).fill("account-exists") });
      const sameHost = await stores.all((store, index) =>
        createAccount(store, audit(), uat(`t-${round}-${index}`), [`one-${round}.example`], []),
      );
      assert.deepEqual(outcomes(sameHost), { done: 1, refused: Array(3).fill("host-taken") });
    }
    await createAccount(stores.first, audit(), acme, ["api.acme.example"], []);
    await createAccount(stores.first, audit(), other, ["other.example"], []);
    const added = await stores.all((store, index) =>
      addApiHost(store, audit(), index % 2 === 0 ? acme : other, "two.example"),
    );
    // An account that has the host already gets no refusal.
    assert.deepEqual(outcomes(added), { done: 2, refused: Array(2).fill("host-taken") });
  });

  test("R89 rotate a client once, so that it never has three live secrets", async () => {
    await using stores = await openTestStores(4);
    await createAccount(stores.first, audit(), acme, ["api.acme.example"], []);
    for (const round of rounds) {
      const audience = `https://${round}.example`;
      const made = await createCredential(stores.first, audit(), acme, { audience });
      if (isRefused(made)) assert.fail();
      const rotated = await stores.all((store) =>
        rotateCredential(store, audit(), made.clientId, 60_000),
      );
      assert.deepEqual(outcomes(rotated), { done: 1, refused: Array(3).fill("two-secrets-live") });
      const credential = await stores.first.credentials.find(made.clientId);
      assert.equal(credential?.secrets.length, 2);
    }
  });

  test("make one operator of one name", async () => {
    await using stores = await openTestStores(4);
    for (const round of rounds) {
      const order = { name: `jo-${round}`, role: "admin", accounts: null } as const;
      const made = await stores.all((store) => createOperator(store, audit(), order));
      assert.deepEqual(outcomes(made), { done: 1, refused: Array(3).fill("operator-exists") });
    }
  });
});
