import type { TObject, TProperties, TSchema } from "typebox";
import type { AccountId } from "../../domain/account.ts";
import type { OperatorRole, OperatorScope, Rights } from "../../domain/operator.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { WebhookReach } from "../../domain/webhooks/address.ts";
import type { AuditContext, Operator, NamedAccount } from "../../store/doors/access.ts";
import type { Store } from "../../store/store.ts";
import type { Imports, OrderFile } from "../imports/import-jobs.ts";
import type { AnyRefusal, ProblemName } from "./problems.ts";
import type { TypedField } from "./typed-field.ts";

/** The parts that `run` may use. */
export interface Parts {
  readonly store: Store;
  /** Limits exports and verifications, which hold a snapshot. */
  readonly longReads: Places;
  /** Limits the requests that wait for changes. */
  readonly followers: Places;
  /** Limits the spreadsheets of slots, each of which is in memory as a whole. */
  readonly slotFiles: Places;
  readonly changesRetentionDays: number;
  readonly webhooks: WebhookSettings;
  readonly imports: Imports;
  /** Whether the process is about to end. */
  isClosing(): boolean;
}

/** What webhooks may reach, and the key of their secrets: 32 bytes in base64, or empty. */
export interface WebhookSettings extends WebhookReach {
  readonly secretKey: string;
}

/** Who takes a place, for which account. */
export interface PlaceTaker {
  /** Null for the whole installation. */
  readonly account: AccountId | null;
  /** The operator's name. */
  readonly operator: string;
}

/** `begin` takes a place, or returns null when none is free; the returned function releases the place. */
export interface Places {
  begin(taker: PlaceTaker): (() => void) | null | Promise<(() => void) | null>;
}

/** A request as `run` receives it: parsed, validated and authorized. */
export interface Order<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly operator: Pick<Operator, "name" | "accounts"> & Partial<Pick<Operator, "id">> & Rights;
  readonly audit: AuditContext;
  /** `If-Match` and `If-None-Match` as sent. */
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** `Idempotency-Key` as sent. */
  readonly idempotencyKey: string | null;
  /** The body as a file, where the operation takes one. */
  readonly file: OrderFile;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
  /** Asks whether the key or session of the request still stands, and throws `RightsEnded`. What waits asks before it answers. */
  readonly askAgain: () => Promise<void>;
}

export interface Reply {
  readonly status?: number;
  /** Null for no body. */
  readonly body: object | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What an operation applies to, and so who may use it:
 *
 * - `campaign`: campaigns of the account in the path that the request names, themselves or by a row of theirs (`Meaning`).
 * - `campaigns`: those of the account that are the operator's; `run` leaves the others out.
 * - `account`: all of the account in the path.
 * - `visible-accounts`: the accounts that the operator may see, and of these only what no campaign has.
 * - `accounts`: the same accounts, with everything that they have.
 * - `grantable-operators`: the operators whose rights the operator could give; a role among them needs all accounts.
 * - `installation`: for operators of all accounts.
 *
 * An operator who is limited to campaigns uses `campaign`, `campaigns` and `visible-accounts` alone.
 */
export type AppliesTo =
  | "campaign"
  | "campaigns"
  | "account"
  | "visible-accounts"
  | "accounts"
  | "grantable-operators"
  | "installation";

/**
 * One operation of operators, defined once: the HTTP route, its validation, the check of the role, the OpenAPI
 * document and the command are derived from it. `A` is what it answers.
 */
export interface Operation<A = unknown> {
  /** Its name in the log and in the document. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/operator/v1`, with `{name}` for parameters. */
  readonly path: string;
  /** What a key with scopes needs for it; `any` key may use the operations of its own self. */
  readonly scope: OperatorScope | "any";
  /** Further scopes, each of which is enough. */
  readonly alsoFor?: readonly OperatorScope[];
  /** The lowest role that may use it. */
  readonly role: OperatorRole;
  readonly appliesTo: AppliesTo;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: TObject;
  readonly query: TObject;
  /** Null for an operation without a body. */
  readonly body: Body | null;
  /** The schemas of successful answers by status; null for no body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** The media types of an answer that is a file instead of JSON. */
  readonly download?: readonly string[];
  /** Refusals beyond those that every operation has. */
  readonly refusals: readonly ProblemName[];
  /** Whether it may change something, which a GET never does. */
  readonly writes: boolean;
  /** Whether it makes what has a rate over HTTP (`Creations`), always or with this request; holds have one of their own. */
  readonly creates?:
    | true
    | "holds"
    | ((order: Pick<Order<never, never, unknown>, "body" | "ifNoneMatch">) => boolean);
  /** Whether it reads `If-Match` and `If-None-Match`. */
  readonly conditional?: boolean;
  /**
   * The answer to the same request under its idempotency key, read anew, with its first status; `made` are the ids
   * that its record has. `secret`: the answer cannot be given again. Absent: the record keeps the answer, which
   * consists of ids and figures.
   */
  readonly again?: "secret" | Again;
  /** Fields of the answer that its body was asked with: they name people, so that no record keeps them. */
  readonly repeats?: readonly string[];
  /** Whether it is done to an account whose deletion has begun: it opens the account again, or ends it. */
  readonly onDeleted?: true;
  /** Absent where nothing is typed for it, or a command of several operations uses it. */
  readonly command?: Command<A>;
  run(
    parts: Parts,
    order: Order<never, never, never>,
    account: NamedAccount,
  ): Promise<Reply | Refused<AnyRefusal>>;
}

/** The audit context of a transaction that is not the last of its request: the last one writes the key's record. */
export function withoutKey(audit: AuditContext): AuditContext {
  const { once: _, ...others } = audit;
  return others;
}

export type Again<P = never, B = never> = (
  parts: Parts,
  order: Pick<Order<P, unknown, B>, "params" | "body" | "operator" | "audit">,
  account: NamedAccount,
  made: Readonly<Record<string, unknown>>,
) => Promise<Reply | Refused<AnyRefusal>>;

/** JSON and CSV are validated by the schema, NDJSON and what is streamed by the reader of the stream. */
export interface Body<B extends TSchema = TSchema> {
  readonly type: "application/json" | "text/csv" | "application/x-ndjson";
  readonly schema: B;
  readonly limitBytes: number;
  readonly isStreamed?: true;
}

/** What a command prints of an answer: of a list or a page, the items. */
export type Shown<A> = A extends { items: readonly (infer I)[] } ? readonly I[] : A;

/** The values of fields by their names, as they are sent. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Runs an operation, on the database or over the operator API. `values` are those of its path, its query and its
 * JSON body; `body` is a body of another type. The answer of a download is a stream of text. Throws where it is
 * refused, and `NoAnswer` where nobody answered.
 */
export type Ask = <A>(
  operation: Operation<A>,
  values: Values,
  body?: string | Upload,
) => Promise<A>;

/** A file that a command sends. Over the operator API it is opened anew where it has to be sent again. */
export interface Upload extends Required<OrderFile> {
  /** Writes the lines that were left out to the file that was named for them; null: there are none. */
  keepLeftOut(open: (() => Promise<unknown>) | null): Promise<void>;
}

/** What a command that streams may use. */
export interface Streams {
  readonly ask: Ask;
  /** Words for standard error. */
  readonly say: (text: string) => void;
}

/** What a printed answer may depend on. */
export interface Printed<A> {
  /** What was typed. */
  readonly values: Values;
  /** The answer as it was sent. */
  readonly exact: Shown<A>;
}

/** The command of an operation: its words, and how its answer is printed. */
export interface Command<A = unknown> {
  /** The words after `booking`. */
  readonly words: string;
  /** What it does, for the help; the operation's summary, where that says it. */
  readonly about?: string;
  /** Fields that are typed without a flag, in this order; an account's path comes before them. */
  readonly positional?: readonly string[];
  /** Fields that are typed otherwise than the rest of that name; null: never typed. */
  readonly typed?: Readonly<Record<string, TypedField | null>>;
  /** The help of the file whose text is the body; it is typed after the fields without a flag. */
  readonly file?: string;
  /** The help of the file that is sent, typed as the text is, and the field with the file of its left-out lines. */
  readonly upload?: {
    readonly about: string;
    readonly leftOut: string;
    /** What the name of the file says where it was not typed, beside what was. */
    ofName(name: string, typed: Values): Values;
    /** A field with another file, whose text `read` makes the beginning of what is sent. */
    readonly before?: { readonly field: string; read(text: string): string };
  };
  /** Flags that print a text in place of all else, without a database. */
  readonly prints?: readonly {
    readonly flag: string;
    readonly shown: string;
    readonly about: string;
    /** Absent: the flag names a file, of the beginning of whose text the printed one is made. */
    readonly choices?: readonly string[];
    /** `typed` says what was typed for another flag, `isPart` whether the file goes on behind its beginning. */
    text(given: string, typed: (flag: string) => string | undefined, isPart: boolean): string;
  }[];
  /** Flags of the command alone. */
  readonly more?: TProperties;
  /** Of a command about one thing: the operation that finds its accounts, where none is named. */
  readonly accounts?: Operation<{ readonly items: readonly string[] }>;
  /** Whether the account may also be named with `--account`. */
  readonly accountFlag?: true;
  /** How many items of pages are shown by default; absent: all, and no flag. */
  readonly limit?: number;
  /** What else one should know, below the flags. */
  readonly notes?: string;
  /** What follows `booking` and the words. */
  readonly example: string;
  /** Another operation that runs in place of this one. */
  instead?(values: Values): Operation<A> | null;
  /** The questions, one after the other, whose pages are shown; absent: what was typed. */
  pages?(values: Values): readonly Values[];
  /** The values to send, where they are not those that were typed. Throws `WrongUsage`. */
  send?(values: Values, ask: Ask): Values | Promise<Values>;
  /** Asks for the answer, where that is more than to run the operation once. */
  act?(ask: Ask, values: Values, file?: Upload): Promise<Shown<A>>;
  /** The schema of what it shows, where that is not the operation's answer. */
  readonly shows?: TSchema;
  /** Fields of the answer that `--json` leaves out. */
  readonly omits?: readonly string[];
  /** Whether `--json` prints the text too, which has one JSON object a line. */
  readonly jsonLines?: true;
  /** What `--json` prints; the answer, if absent. */
  json?(answer: Shown<A>): unknown;
  /** The answer for people, with its times by the campaign's clocks; nothing is printed for an empty text. */
  print?(answer: Shown<A>, width: number, more: Printed<A>): string | Promise<string>;
  /**
   * In place of `print`: lines that are printed as they come, with `--json` too. A stream that `goesOn` keeps in
   * `values` where it stands.
   */
  stream?(streams: Streams, values: Record<string, unknown>): AsyncIterable<string>;
  /** Whether it streams, where it does not always. */
  streams?(values: Values): boolean;
  /** Bookings that the answer names by id alone: people read who, when and how many in place of the ids. */
  concerns?(answer: Shown<A>): readonly string[];
  /** What counts the streamed lines beside a progress bar, with {value} for how many. */
  progress?: string;
  /** Whether a stream that broke off is begun again with its `values` as they are by then. */
  goesOn?(values: Values): boolean;
  /** The message of an answer that is a failure: exit status 1. */
  fails?(answer: Shown<A>, values: Values): string | null;
  /** Words about the answer that take another question; null for none. */
  also?(ask: Ask, answer: Shown<A>, values: Values): Promise<string | null>;
  /** Words about the answer, for standard error. */
  say?(answer: Shown<A>, values: Values): readonly (string | false)[];
}
