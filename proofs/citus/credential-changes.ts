import type { AccountName } from "../../src/domain/account.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
  type IssuedCredential,
} from "../../test/harness/operate.ts";
import { call } from "../../test/harness/call.ts";
import { audit, type TestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";

interface CredentialScene {
  readonly service: TestService;
  /** The ids of the accounts on the node that is away, and of the others. */
  readonly hit: readonly number[];
  readonly healthy: readonly number[];
  readonly breaches: string[];
}

export interface CredentialChanges {
  /** Makes, rotates and revokes clients of an account on the node that is away and of one on another node. */
  makeWhileAway(): Promise<void>;
  /** The clients of the node's account get tokens again. */
  checkAfterwards(): Promise<void>;
}

const effectWithinMs = 5_000;
const backWithinMs = 30_000;

/** Makes the clients that `makeWhileAway` rotates and revokes. */
export async function prepareCredentialChanges({
  service,
  breaches,
  healthy,
  hit,
}: CredentialScene): Promise<CredentialChanges> {
  // A token is a row of its account. Refused credentials are answered 500 (interface, The token).
  const sides = [
    await prepareSide(service, healthy, { whileAway: "200 200 500 500" }),
    await prepareSide(service, hit, { whileAway: "503 503 500 500" }),
  ];
  const expect = async (
    side: Side,
    statuses: string,
    { limitMs, when }: { readonly limitMs: number; readonly when: string },
  ) => {
    let last = "";
    const isSo = async () => (last = await askAll(service, side)) === statuses;
    await until(isSo, { everyMs: 500, limitMs }).catch(() =>
      breaches.push(`credentials of ${side.host} ${when}: ${last} instead of ${statuses}`),
    );
  };
  return {
    makeWhileAway: async () => {
      for (const side of sides) await change(service, side);
      for (const side of sides) {
        await expect(side, side.whileAway, { limitMs: effectWithinMs, when: "meanwhile" });
      }
    },
    checkAfterwards: async () => {
      for (const side of sides) {
        await expect(side, "200 200 500 500", { limitMs: backWithinMs, when: "afterwards" });
      }
    },
  };
}

/** An account whose clients are changed. */
interface Side {
  readonly name: AccountName;
  readonly host: string;
  readonly rotated: IssuedCredential;
  readonly revoked: IssuedCredential;
  /** The statuses of `askAll` while the node is away. */
  readonly whileAway: string;
  made: IssuedCredential | null;
  fresh: IssuedCredential | null;
}

async function prepareSide(
  service: TestService,
  ids: readonly number[],
  { whileAway }: Pick<Side, "whileAway">,
): Promise<Side> {
  const all = await service.store.accounts.list();
  const { name, apiHosts } = all.find(({ id }) => ids.includes(id))!;
  const host = apiHosts[0]!;
  const [rotated, revoked] = [await issue(service, name), await issue(service, name)];
  for (const issued of [rotated, revoked]) {
    await until(async () => (await askToken(service, issued, host)) === 200);
  }
  return { name, host, rotated, revoked, whileAway, made: null, fresh: null };
}

async function change({ store }: TestService, side: Side): Promise<void> {
  side.made = await issue({ store }, side.name);
  const fresh = await rotateCredential(store, audit(), side.rotated.clientId, 0);
  if (isRefused(fresh)) throw new Error("A client could not be rotated.");
  side.fresh = fresh;
  await revokeCredential(store, audit(), side.revoked.clientId);
}

async function issue(
  { store }: Pick<TestService, "store">,
  name: Side["name"],
): Promise<IssuedCredential> {
  const issued = await createCredential(store, audit(), name);
  if (isRefused(issued)) throw new Error("No client could be made.");
  return issued;
}

/** The statuses of the new client, of the rotated one's new and old secret, and of the revoked one. */
async function askAll(service: TestService, side: Side): Promise<string> {
  const statuses: number[] = [];
  for (const credential of [side.made, side.fresh, side.rotated, side.revoked]) {
    statuses.push(credential === null ? 0 : await askToken(service, credential, side.host));
  }
  return statuses.join(" ");
}

async function askToken(
  { api }: TestService,
  { clientId, clientSecret, audience }: IssuedCredential,
  host: string,
): Promise<number> {
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: "client_credentials",
  };
  return (await call(api, { method: "POST", path: "/v1/oauth:token", host, body })).status;
}
