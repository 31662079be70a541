import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  requestToken as endpoint,
  TokenRequest,
  type TokenResponse,
} from "../../contract/token.ts";
import { isRefused } from "../domain/refusal.ts";
import { issueToken, type TokenIssuing } from "../usecases/issue-token.ts";
import { limitedBy } from "./access.ts";
import { refuse } from "./answers.ts";
import { limitKey } from "./client-address.ts";
import { tellIgnored } from "./ignored-parameters.ts";
import { decodeBody, parseJsonObject } from "./json-body.ts";
import { rateLimitHeaders, type RateLimit, type RefusedTokenLimit } from "./rate-limits.ts";
import { routeOf } from "./route-of.ts";

export interface TokenEndpointParts {
  readonly tokenIssuing: TokenIssuing;
  readonly tokenLimit: RateLimit;
  readonly refusedTokenLimit: RefusedTokenLimit;
  readonly now: () => number;
}

/** `POST /v1/oauth:token` (interface, Endpoints 1). */
export function oauthToken(server: FastifyInstance, parts: TokenEndpointParts): void {
  server.route({
    ...routeOf(endpoint),
    onRequest: limitedBy(parts.tokenLimit, parts.now),
    handler: async (request, reply) => {
      const fields = readFields(request);
      tellIgnored(reply, request.account?.isProduction ?? true, Object.keys(fields), knownFields);
      const clientId = textField(fields, "client_id");
      const clientSecret = textField(fields, "client_secret");
      if (clientId === null || clientSecret === null) {
        return refuse(reply, { why: "client-credentials-missing" });
      }

      // Only a client that exists is named in the log: anything else is the caller's own text.
      if (request.account?.clients.has(clientId)) request.clientId = clientId;
      const address = limitKey(request.address);
      const blocked = parts.refusedTokenLimit.blocked(address, clientId, parts.now());
      if (blocked !== null) {
        reply.headers(rateLimitHeaders(blocked));
        return refuse(reply, { why: "rate-limited", retryAfterSeconds: blocked.resetSeconds });
      }

      const audience = textField(fields, "audience");
      const answer =
        fields["grant_type"] !== TokenRequest.properties.grant_type.const
          ? malformed("grant_type")
          : audience === null
            ? malformed("audience")
            : await issueToken(
                parts.tokenIssuing,
                request.account,
                { clientId, clientSecret, audience },
                parts.now(),
              );
      if (isRefused(answer)) {
        parts.refusedTokenLimit.countRefused(address, clientId, parts.now());
        return refuse(reply, answer.refused);
      }
      return {
        access_token: answer.accessToken,
        token_type: "Bearer",
        expires_in: answer.expiresIn,
      } satisfies TokenResponse;
    },
  });
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(TokenRequest.properties));

function malformed(field: "audience" | "grant_type") {
  return { refused: { why: "token-request-malformed", field } } as const;
}

/** JSON is the contract; a form is read where the request says it is one (decisions A29, A61). */
function readFields(request: FastifyRequest): Record<string, unknown> {
  if (!request.isForm) return parseJsonObject(request.body) ?? {};
  return Object.fromEntries(new URLSearchParams(decodeBody(request.body) ?? ""));
}

/** An empty value or one that is no string is missing (decision A30). */
function textField(fields: Record<string, unknown>, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === "string" && value !== "" ? value : null;
}
