import type { StoredAccessToken } from "./access-tokens.ts";

export type { StoredAccessToken } from "./access-tokens.ts";
export type { Account, CountedAccount, NamedAccount } from "./accounts.ts";
export type { AuditContext, AuditEvent } from "./audit.ts";
export type { Credential, NewSecret } from "./credentials.ts";
export type {
  ChangedClient,
  DirectoryAccount,
  DirectoryChanges,
  DirectoryClient,
  DirectoryContents,
  DirectorySecret,
  DirectoryVersion,
} from "./directory.ts";
export type { ClaimedPerson, Session, SessionHolder } from "./operator-sessions.ts";
export type { NewOperator, Operator } from "./operators.ts";
export type { RequestRecord, RequestRecordRow } from "./request-records.ts";
export type { TracedRequest } from "./trace-request.ts";

/** Who reaches an account. What is above a single account (accounts, operators, the directory) are questions of `Store`. */
export interface AccessDoor {
  readonly findAccessToken: (hash: string) => Promise<StoredAccessToken | null>;
  readonly saveAccessToken: (token: StoredAccessToken) => Promise<void>;
}
