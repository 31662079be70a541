import {
  requestToken as contract,
  TokenRequest,
  type TokenResponse,
} from "../../../contract/token.ts";
import { isRefused } from "../../domain/refusal.ts";
import { issueToken, type TokenIssuing } from "../../usecases/issue-token.ts";
import type { Call } from "../call/call.ts";
import { limitKey } from "../call/client-address.ts";
import type { ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { decodeBody, parseJsonObject } from "./json-body.ts";
import { rateLimited, type RateLimit, type RefusedTokenLimit } from "../rate-limits/rate-limits.ts";

export interface TokenEndpointParts {
  readonly tokenIssuing: TokenIssuing;
  readonly tokenLimit: RateLimit;
  readonly refusedTokenLimit: RefusedTokenLimit;
  readonly now: () => number;
}

/** `POST /v1/oauth:token` (interface, Endpoints 1). */
export function oauthToken(parts: TokenEndpointParts): ServedEndpoint {
  return {
    contract,
    limit: parts.tokenLimit,
    openAtLeast: 256,
    answer: async (call, body) => {
      const fields = readFields(call, body);
      const isProduction = call.account?.isProduction ?? true;
      call.ignored = ignoredNames(isProduction, Object.keys(fields), knownFields);
      const clientId = textField(fields, "client_id");
      const clientSecret = textField(fields, "client_secret");
      if (clientId === null || clientSecret === null) {
        return { refused: { why: "client-credentials-missing" } };
      }

      // The log names existing clients only: any other client_id is the caller's text.
      if (call.account?.clients.has(clientId)) call.clientId = clientId;
      const address = limitKey(call.address);
      const blocked = parts.refusedTokenLimit.blocked(address, clientId, parts.now());
      if (blocked !== null) {
        call.limit = blocked;
        return rateLimited(blocked);
      }

      const audience = textField(fields, "audience");
      const answer =
        fields["grant_type"] !== TokenRequest.properties.grant_type.const
          ? malformed("grant_type")
          : audience === null
            ? malformed("audience")
            : await issueToken(
                parts.tokenIssuing,
                call.account,
                { clientId, clientSecret, audience },
                parts.now(),
              );
      if (isRefused(answer)) {
        parts.refusedTokenLimit.countRefused(address, clientId, parts.now());
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

function malformed(field: "audience" | "grant_type") {
  return { refused: { why: "token-request-malformed", field } } as const;
}

const form = /^application\/x-www-form-urlencoded\b/i;

/** JSON is the contract; a form is read where the request says it is one (decisions A29, A61). */
function readFields({ request }: Call, body: Buffer): Record<string, unknown> {
  if (!form.test(request.headers["content-type"] ?? "")) return parseJsonObject(body) ?? {};
  return Object.fromEntries(new URLSearchParams(decodeBody(body) ?? ""));
}

/** An empty value or one that is no string is missing (decision A30). */
function textField(fields: Record<string, unknown>, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === "string" && value !== "" ? value : null;
}
