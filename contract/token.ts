import type { Static } from "typebox";
import { Type } from "./schema.ts";
import type { EndpointContract } from "./endpoint.ts";

/** Body of `POST /v1/oauth:token` (interface, Endpoints 1). */
export const TokenRequest = Type.Object(
  {
    client_id: Type.String({
      minLength: 1,
      description: "Provisioned by the operator.",
      examples: ["<CLIENT_ID>"],
    }),
    client_secret: Type.String({
      minLength: 1,
      description: "Provisioned by the operator. Keep it in a secret manager.",
      examples: ["<CLIENT_SECRET>"],
    }),
    audience: Type.String({
      minLength: 1,
      description: "Provisioned by the operator.",
      examples: ["<AUDIENCE>"],
    }),
    grant_type: Type.Literal("client_credentials", {
      type: "string",
      description: "The only grant there is.",
    }),
  },
  { description: "Four strings, all required. Unknown fields are ignored." },
);

const besideBasic =
  "Beside HTTP Basic, which has it, it may be missing; in the body it must be that of the header.";

/** A form of `POST /v1/oauth:token`, as OAuth libraries send it (decisions A28, A29). */
export const TokenForm = Type.Object(
  {
    grant_type: Type.Literal("client_credentials", {
      type: "string",
      description: "The only grant there is.",
    }),
    client_id: Type.Optional(Type.String({ description: besideBasic, examples: ["<CLIENT_ID>"] })),
    client_secret: Type.Optional(
      Type.String({
        description: "Beside HTTP Basic, which has it, it may be missing.",
        examples: ["<CLIENT_SECRET>"],
      }),
    ),
    audience: Type.Optional(
      Type.String({
        description: "May be missing here: it is then the credential's own.",
        examples: ["<AUDIENCE>"],
      }),
    ),
  },
  { description: "The fields of the JSON body. Unknown fields are ignored." },
);

/** A JSON body beside HTTP Basic; what is no string there is taken for missing. */
export const TokenRequestBesideBasic = Type.Object(
  {
    grant_type: TokenForm.properties.grant_type,
    client_id: Type.Optional(Type.Unknown({ description: besideBasic })),
    client_secret: Type.Optional(
      Type.Unknown({ description: "HTTP Basic has it. A text here counts before it." }),
    ),
    audience: TokenForm.properties.audience,
  },
  { description: "The body beside HTTP Basic, which has the credentials." },
);

/** The token response (interface, Token response). The schema is closed: no other field is sent. */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      minLength: 1,
      description: "Bearer token: an opaque string, sent with every call and never logged.",
    }),
    token_type: Type.Literal("Bearer", { type: "string", description: "Always `Bearer`." }),
    expires_in: Type.Integer({
      minimum: 1,
      description:
        "Token lifetime in seconds, counted from the first time this token was given out. Always go by the number you receive.",
    }),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;

export const requestToken = {
  name: "oauth:token",
  method: "POST",
  path: "/v1/oauth:token",
  summary: "Request a token",
  description: `Exchanges client credentials for a bearer token (OAuth 2.0, client credentials). No \`Authorization\` header is needed.

- **Keep the token and use it for every call.** Renew it a little early, at 90 % of its life or 60 seconds before its end, whichever is later, and let concurrent requests share one renewal.
- **Asking again within five seconds may return the same token with the same \`expires_in\`**, or within a tenth of its life where that is less. Its life does not start over: when the string is one you already hold, keep the old deadline.
- **A token works on the API hosts of its own account** and nowhere else.
- **A 500 is never worth a retry here**: the credentials, the audience or the grant type are wrong. Refused requests have a rate limit of their own, by default 20 a minute for each address and \`client_id\`.

JSON is the contract, and a body is read as JSON whatever its \`Content-Type\` says. Two extensions let standard OAuth libraries work, which send no \`audience\` by themselves; under them it may be missing, and a wrong one is refused:

- Under \`application/x-www-form-urlencoded\`, a body that does not begin with \`{\` is read as a form.
- Where the body has no \`client_secret\`, id and secret are taken from HTTP Basic (RFC 6749, 2.3.1). A \`client_id\` in the body must be the same.`,
  authenticated: false,
  query: null,
  body: TokenRequest,
  bodyBesideBasic: TokenRequestBesideBasic,
  form: TokenForm,
  headers: {},
  answer: TokenResponse,
  answerDescription: "A token.",
  errors: [
    "client-credentials-missing",
    "token-request-malformed",
    "credentials-refused",
    "body-too-large",
  ],
} as const satisfies EndpointContract;
