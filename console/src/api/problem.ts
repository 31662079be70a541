import { t } from "../language/t.ts";
/** The operator API said no: what it told (RFC 9457), in words that may be shown as they are. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** The last part of the problem's `type`, such as `precondition-failed`; null without a body. */
  readonly problem: string | null;
  readonly title: string;
  /** Quote it to `booking trace` or to the request trace page. */
  readonly requestId: string | null;
  /** Members that some problems have beyond these. */
  readonly more: Readonly<Record<string, unknown>>;

  /** How long to wait before it makes sense to try again; null where nothing was said. */
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

/** No answer came: the service is not there, or the way to it is broken. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}
