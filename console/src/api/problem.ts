import { t } from "../language/t.ts";
/** An error response of the operator API (RFC 9457); its sentences may be shown as they are. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** The last part of the problem's `type`, such as `precondition-failed`; null without a body. */
  readonly problem: string | null;
  readonly title: string;
  /** The request id, for `booking trace` or the request trace page. */
  readonly requestId: string | null;
  /** The members that some problems have beyond these. */
  readonly more: Readonly<Record<string, unknown>>;

  /** The wait before a repetition; null where the response has none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>> | null,
    retryAfter: string | null = null,
  ) {
    const { type, title, detail, request_id: requestId, ...more } = body ?? {};
    super(
      typeof detail === "string"
        ? detail
        : t("The service answered {status} without saying why.", { status }),
    );
    this.status = status;
    this.problem = typeof type === "string" ? (type.split(":").at(-1) ?? null) : null;
    this.title = typeof title === "string" ? title : t("It did not work");
    this.requestId = typeof requestId === "string" ? requestId : null;
    this.more = more;
    this.retryAfterSeconds =
      retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

/** There was no response: the service does not run, or the network is broken. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Another operator has signed in at this browser: what this page would send would be theirs. */
export class OtherOperatorError extends Error {
  override readonly name = "OtherOperatorError";
}
