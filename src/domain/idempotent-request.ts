/** How long a repeated `Idempotency-Key` gets its first answer again: of a caller's cancel (A35), of an operator's write (A67). */
export const idempotencyLifetimeMs = 24 * 3_600_000;

/** A request of an operator under an idempotency key, as its change records it. */
export interface IdempotentRequest {
  /** 0 for a request on the installation. */
  readonly accountId: number;
  /** The operator's id; of a command line its name. */
  readonly operator: string;
  readonly keyHash: string;
  /** Of all that was sent. */
  readonly digest: string;
  /** The id of this request, to know its own record from another's. */
  readonly attempt: string;
  /** The status of the answer, as far as it is known before the change. */
  readonly status: number;
}

/** What is kept of an answer. */
export interface KeptAnswer {
  readonly digest: string;
  readonly attempt: string;
  readonly status: number;
  /** The ids and figures of the answer, or the refusal. */
  readonly made: Readonly<Record<string, unknown>>;
}

/** Another request under the key came first: the transaction that finds it changes nothing. */
export class AlreadyDone extends Error {
  override name = "AlreadyDone";
  readonly request: IdempotentRequest;
  constructor(request: IdempotentRequest) {
    super("The request was answered before.");
    this.request = request;
  }
}
