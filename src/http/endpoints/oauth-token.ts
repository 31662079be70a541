import {
  requestToken as contract,
  TokenRequest,
  type TokenResponse,
} from "../../../contract/token.ts";
import { isRefused, type UnreadBody } from "../../domain/refusal.ts";
import { issueToken } from "../../usecases/issue-token.ts";
import type { Call } from "../call/call.ts";
import { headerValues, limitKey } from "../call/raw-request.ts";
import type { EndpointParts, ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { rateLimited } from "../rate-limits/rate-limits.ts";
import { decodeBody, parseJsonObject, unreadBody, decodeFormText } from "../call/request-body.ts";

/** `POST /v1/oauth:token` (interface, Endpoints 1). */
export function oauthToken(parts: EndpointParts): ServedEndpoint {
  return {
    contract,
    limit: parts.tokenLimit,
    openAtLeast: 256,
    answer: async (call, body) => {
      const { fields, isForm } = readFields(call, body);
      call.ignored = ignoredNames(Object.keys(fields), knownFields);
      const { clientId, clientSecret, isBasic } = readCredentials(call, fields);
      if (clientId === null || clientSecret === null) {
        const isObject = parseJsonObject(body) !== null;
        const unread = isObject ? null : unreadBody(call.request, body, true);
        return missing({ clientId, clientSecret }, unread);
      }

      // The log names existing clients only: any other client_id is the caller's text.
      if (call.account?.clients.has(clientId)) call.clientId = clientId;
      const sender = { address: limitKey(call.address), clientId };
      const blocked = parts.refusedTokenLimit.blocked(sender, parts.limitNow());
      if (blocked !== null) {
        call.limit = blocked;
        return rateLimited(blocked);
      }

      const audience = readAudience(fields, isForm || isBasic);
      const field = malformedField(fields, audience);
      const credentials = { clientId, clientSecret, audience: audience ?? null };
      const answer =
        field === null
          ? await issueToken(parts.tokenIssuing, call.account, credentials, parts.now())
          : ({ refused: { why: "token-request-malformed", field } } as const);
      if (isRefused(answer)) {
        parts.refusedTokenLimit.countRefused(sender, parts.limitNow());
        return answer;
      }
      return JSON.stringify({
        access_token: answer.accessToken,
        token_type: "Bearer",
        expires_in: answer.expiresIn,
      } satisfies TokenResponse);
    },
  };
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(TokenRequest.properties));

function malformedField(fields: Record<string, unknown>, audience: string | null | undefined) {
  if (fields["grant_type"] !== TokenRequest.properties.grant_type.const) return "grant_type";
  return audience === undefined ? "audience" : null;
}

function missing(
  { clientId, clientSecret }: { readonly [Field in keyof Credentials]: string | null },
  unread: UnreadBody | null,
) {
  const names = [
    ...(clientId === null ? (["client_id"] as const) : []),
    ...(clientSecret === null ? (["client_secret"] as const) : []),
  ];
  return { refused: { why: "client-credentials-missing", missing: names, unread } } as const;
}

const form = /^application\/x-www-form-urlencoded\b/i;

/**
 * JSON is the contract. Under the form type, a body that does not begin with `{` is read as a form
 * (decisions A29, A61).
 */
function readFields({ request }: Call, body: Buffer) {
  const saysForm = form.test(request.headers["content-type"] ?? "");
  const text = saysForm ? (decodeBody(body) ?? "") : "{";
  return text.trimStart().startsWith("{")
    ? { fields: parseJsonObject(body) ?? {}, isForm: false }
    : { fields: Object.fromEntries(new URLSearchParams(text)), isForm: true };
}

/**
 * Id and secret of the body, or of HTTP Basic where the body has no secret. A client id in the body must then be
 * the same (decision A29). What is missing is null.
 */
function readCredentials({ request }: Call, fields: Record<string, unknown>) {
  const inBody = {
    clientId: textField(fields, "client_id"),
    clientSecret: textField(fields, "client_secret"),
  };
  if (inBody.clientSecret !== null) return { ...inBody, isBasic: false };
  const [header, ...more] = headerValues(request, "authorization");
  const basic = more.length > 0 ? null : basicCredentials(header);
  if (basic === null || (inBody.clientId ?? basic.clientId) !== basic.clientId) {
    return { ...inBody, isBasic: false };
  }
  const { clientId, clientSecret } = basic;
  return { clientId: nonEmpty(clientId), clientSecret: nonEmpty(clientSecret), isBasic: true };
}

/**
 * Null means the credential's own audience. OAuth libraries send none by themselves, so it may be missing
 * beside a form or HTTP Basic, and only there (decision A28). Undefined where it has to be there.
 */
function readAudience(
  fields: Record<string, unknown>,
  mayBeMissing: boolean,
): string | null | undefined {
  const given = textField(fields, "audience");
  if (given !== null) return given;
  return mayBeMissing && [undefined, ""].includes(fields["audience"] as string) ? null : undefined;
}

/** An empty value or one of the wrong type is missing (decision A30). */
function textField(fields: Record<string, unknown>, name: string): string | null {
  return nonEmpty(Object.hasOwn(fields, name) ? fields[name] : null);
}

function nonEmpty(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * The credentials of an HTTP Basic header, each of them form-encoded inside it (RFC 6749, 2.3.1; A29).
 * Null for another scheme, and for a header that cannot be read.
 */
export function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^basic +([\w+/-]+={0,2})$/i.exec(header?.trim() ?? "")?.[1];
  const text = encoded === undefined ? null : decodeBody(Buffer.from(encoded, "base64"));
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || colon === -1) return null;
  const clientId = decodeFormText(text.slice(0, colon));
  const clientSecret = decodeFormText(text.slice(colon + 1));
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret };
}
