import { limitSentence } from "../../src/domain/account-limits.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Account, AuditContext } from "../../src/store/doors/access.ts";
import type { Store } from "../../src/store/store.ts";
import { Directory } from "../../src/usecases/directory.ts";
import { issueToken, type TokenIssuing } from "../../src/usecases/issue-token.ts";
import { listBookings } from "../../src/usecases/list-bookings.ts";
import {
  issueCredential,
  newSecret,
  type Issued,
} from "../../src/operations/access/issued-credentials.ts";

/** The values that a newcomer needs to paste the three calls. */
export interface FirstCalls {
  readonly credential: Issued;
  readonly accessToken: string;
  readonly externalId: string;
  /** A booking of that contact that can be cancelled; null when there is none. */
  readonly booking: string | null;
}

/** Gives the demo's client a secret, makes a token for it, and finds a booking to cancel. */
export async function prepareFirstCalls(
  store: Pick<Store, "account" | "accounts" | "credentials" | "directory">,
  issuing: TokenIssuing,
  audit: AuditContext,
  account: Account,
  externalId: string,
  overlapMs: number,
): Promise<FirstCalls> {
  const credential = await demoCredential(store, audit, account, overlapMs);
  const directory = new Directory(store.directory);
  await directory.refresh();
  const known = directory.accountOfHost(account.apiHosts[0] ?? "");
  const token = await issueToken(issuing, known, credential, audit.now);
  if (isRefused(token)) throw new Error("A client that was just made was refused a token.");
  const page = await listBookings(store.account(account.id), {
    externalId,
    scope: null,
    from: audit.now,
    to: null,
    statuses: ["CONFIRMED"],
    language: null,
    pageSize: 1,
    pageNumber: 1,
  });
  if (isRefused(page)) throw new Error("A list without a scope was refused.");
  return {
    credential,
    accessToken: token.accessToken,
    externalId,
    booking: page.bookings[0]?.id ?? null,
  };
}

const label = "demo";

/**
 * The client that the demo made at first, with a new secret, because the one before cannot be read again; its old
 * secret goes on for the overlap. A new client where there is none yet, or where two of its secrets live already.
 */
async function demoCredential(
  store: Pick<Store, "credentials">,
  audit: AuditContext,
  account: Account,
  overlapMs: number,
): Promise<Issued> {
  const known = await store.credentials.list(account.id);
  for (const client of known) {
    if (client.label !== label || client.revokedAt !== null) continue;
    const { clientSecret, stored } = newSecret();
    const refused = await store.credentials.rotate(audit, client, stored, overlapMs);
    if (refused === null) return { ...client, account: account.name, clientSecret };
  }
  const issued = await issueCredential(store, audit, account, { audience: null, label });
  if (!isRefused(issued)) return issued;
  throw new Error(`No client can be made for the demo: ${limitSentence(issued.refused)}.`);
}
