import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { leastRole, type OperatorRole } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import type { Sent } from "./fields.ts";
import type {
  Again,
  Body,
  Command,
  Operation,
  Order,
  Parts,
  AppliesTo,
  Reply,
} from "./operation.ts";
import type { AnyRefusal, ProblemName } from "./problems.ts";

/** Bodies of JSON are small: the largest is a list of catalogue edits. */
const jsonLimitBytes = 1024 * 1024;

/** A JSON object with these fields and no others. */
export function jsonBody<P extends TProperties>(
  fields: P,
  limitBytes = jsonLimitBytes,
): Body<TObject<P>> {
  const schema = Type.Object(fields, { additionalProperties: false });
  return { type: "application/json", schema, limitBytes };
}

export const nothing = Type.Object({});

/** The path of an account. */
export const ofAccount = "/accounts/{tenant}/{environment}";
const accountParams = {
  tenant: Type.String({ description: "The tenant's name.", maxLength: 63 }),
  environment: Type.String({ description: "development, uat or production.", maxLength: 11 }),
} as const;

export function namesAccount({ path }: Pick<Operation, "path">): boolean {
  return path.startsWith(ofAccount);
}

/** Whether the handler reads the body itself, as a stream. */
export function isStreamed({ body }: Pick<Operation, "body">): boolean {
  return body?.type === "application/x-ndjson" || body?.isStreamed === true;
}

type Described<P extends TProperties, Q, B extends TSchema, A extends TSchema> = Pick<
  Operation,
  | "name"
  | "method"
  | "scope"
  | "alsoFor"
  | "summary"
  | "description"
  | "download"
  | "conditional"
  | "creates"
  | "repeats"
  | "onDeleted"
> & {
  /** Absent: the lowest role with the scope. */
  readonly role?: OperatorRole;
  /** Below the path of the resource. */
  readonly path?: string;
  readonly appliesTo?: AppliesTo;
  /** The parameters of the path, beside the account's. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: Body<B>;
  readonly answers: Readonly<Record<number, A | null>>;
  readonly refusals?: readonly ProblemName[];
  /** False for one that only reads although it is no GET. */
  readonly writes?: false;
  readonly command?: Command<Sent<A>>;
  /** As in `Operation`. */
  readonly again?: "secret" | Again<Static<TObject<P>>, Static<B>>;
};

/**
 * Makes the operations of one resource; the order of each `run` has the types of its schemas. `More` are parts,
 * and `Facts`, those of a request, that only the operator's listener has.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The listener names them.
export function operationsOf<More = unknown, Facts = unknown>({
  below,
  ...shared
}: Pick<Operation, "tag" | "appliesTo"> & { below: string }) {
  return <
    P extends TProperties = TProperties,
    Q extends TObject = typeof nothing,
    B extends TSchema = typeof nothing,
    A extends TSchema = typeof nothing,
  >(
    { path: inside = "", params, ...described }: Described<P, Q, B, A>,
    run: (
      parts: Parts & More,
      order: Order<Static<TObject<P>>, Static<Q>, Static<B>> & Facts,
      account: NamedAccount,
    ) => Promise<Reply | Refused<AnyRefusal>>,
  ): Operation<Sent<A>> => {
    const path = `${below}${inside}`;
    return {
      ...shared,
      query: nothing,
      body: null,
      refusals: [],
      role: leastRole(described.scope),
      writes: described.method !== "GET",
      ...described,
      path,
      params: Type.Object({ ...(namesAccount({ path }) && accountParams), ...params }),
      // Whoever runs it validates against these schemas before, and has the parts that it needs.
      run: run as Operation["run"],
    };
  };
}

/** Shows the value of a use case; passes a refusal on. */
export function replyWith<T extends object, R extends AnyRefusal>(
  answer: T | Refused<R>,
  show: (value: T) => object,
  status = 200,
): Reply | Refused<R> {
  return isRefused<R>(answer) ? answer : { status, body: show(answer) };
}

/** The fields that were given. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as never;
}
