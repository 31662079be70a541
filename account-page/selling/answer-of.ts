/** The service says no, and why: `why` is the name of the problem, such as `seats-missing`. */
export class SellingRefused extends Error {
  override name = "SellingRefused";
  readonly why: string;
  readonly requestId: string | null;
  constructor(why: string, requestId: string | null) {
    super(`The booking service refused it: ${why}.`);
    this.why = why;
    this.requestId = requestId;
  }
}

/** No answer, or none of use. `isBusy`: the service asks to come back. */
export class SellingFailed extends Error {
  override name = "SellingFailed";
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  constructor(status: number | null, answer: Response | null, cause?: unknown) {
    super(status === null ? "The booking service did not answer." : `It answered ${status}.`, {
      cause,
    });
    this.status = status;
    const seconds = Number(answer?.headers.get("retry-after") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? Math.max(1, seconds) : null;
    this.requestId = answer?.headers.get("x-request-id") ?? null;
  }
}

interface Told<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const patienceMs = 5_000;
const attempts = 2;

/**
 * Sends a request, and once more where no answer came or the service asks for it: each call of a seller may come twice. A
 * request with a `signal` ends when the browser leaves; what makes or changes something has none, because its outcome
 * should be known.
 */
export async function answerOf<T>(
  signal: AbortSignal | null,
  send: (init: { readonly signal: AbortSignal }) => Promise<Told<T>>,
): Promise<T> {
  for (let left = attempts; ; left -= 1) {
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const told = await send({ signal: signal ? AbortSignal.any([signal, patience]) : patience });
      return dataOf(told);
    } catch (error) {
      if (error instanceof SellingRefused || signal?.aborted === true) throw error;
      const failed = error instanceof SellingFailed ? error : new SellingFailed(null, null, error);
      const isLost = failed.status === null || failed.status >= 500;
      if (!isLost || left === 1) throw failed;
    }
  }
}

function dataOf<T>({ data, error, response }: Told<T>): T {
  if (response.ok) return data as T;
  const { status } = response;
  const { type } = (error ?? {}) as { readonly type?: unknown };
  const [, why] = /^urn:booking-service:problem:(.+)$/.exec(String(type)) ?? [];
  const isNo = [404, 409, 422].includes(status) || why === "account-limit-reached";
  if (!isNo || why === undefined) throw new SellingFailed(status, response);
  throw new SellingRefused(why, response.headers.get("x-request-id"));
}
