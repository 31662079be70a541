import type { OperatorRole } from "../../domain/operator.ts";
import { flag, integer, json, nullable, oneOf, text } from "../columns.ts";

/** The tables of operators, and of what they and the callers did. */
export const operatorTables = {
  operator_request: {
    /** 0 for a request on the installation. */
    account_id: integer,
    operator: text,
    key_hash: text,
    digest: text,
    attempt: text,
    status: integer,
    made: json,
    created_at: integer,
  },
  audit_event: {
    id: text,
    at: integer,
    actor: text,
    action: text,
    account_id: nullable(integer),
    subject: text,
    details: nullable(json),
    request_id: nullable(text),
  },
  operator_session: {
    secret_hash: text,
    id: text,
    operator_id: text,
    holder: text,
    begun_at: integer,
    ends_at: integer,
    used_at: integer,
  },
  operator: {
    id: text,
    name: text,
    role: oneOf<OperatorRole>(),
    /** JSON of `Limits` in `accounts/stored-rights.ts`; null for a viewer, staff or admin of all campaigns without an end. */
    limits: nullable(json),
    all_accounts: flag,
    key_hash: text,
    key_prefix: text,
    created_at: integer,
    revoked_at: nullable(integer),
    last_used_at: nullable(integer),
  },
  operator_account: { account_id: integer, operator_id: text },
  request_record: {
    account_id: integer,
    id: text,
    request_id: text,
    at: integer,
    client_id: text,
    endpoint: text,
    /** JSON: method, names of parameters, the booking of a cancel. */
    request: json,
    status: integer,
    refusal: nullable(text),
    answer: json,
    duration_ms: integer,
  },
} as const;
