import type { StoredAccessToken } from "../accounts/access-tokens.ts";

export type { StoredAccessToken } from "../accounts/access-tokens.ts";
export type { Account, CountedAccount, NamedAccount } from "../accounts/accounts.ts";
export type { AuditContext, AuditEvent } from "../accounts/audit.ts";
export type { Credential, NewSecret } from "../accounts/credentials.ts";
export type {
  ChangedClient,
  DirectoryAccount,
  DirectoryChanges,
  DirectoryClient,
  DirectoryContents,
  DirectorySecret,
  DirectoryVersion,
} from "../accounts/directory.ts";
export type { ClaimedPerson, Session, SessionHolder } from "../accounts/operator-sessions.ts";
export type { NewOperator, Operator } from "../accounts/operators.ts";
export type { RequestRecord, RequestRecordRow } from "../accounts/request-records.ts";
export type { TracedRequest } from "../accounts/trace-request.ts";

/** Who reaches an account. What is above a single account (accounts, operators, the directory) are questions of `Store`. */
export interface AccessDoor {
  /** Also a token that has expired; null for an unknown hash. */
  readonly findAccessToken: (hash: string) => Promise<StoredAccessToken | null>;
  readonly saveAccessToken: (token: StoredAccessToken) => Promise<void>;
}
