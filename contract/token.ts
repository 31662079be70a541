import { Type, type Static } from "typebox";

/** Body of `POST /v1/oauth:token` (interface, Endpoints 1). */
export const TokenRequest = Type.Object({
  client_id: Type.String({ minLength: 1, description: "Provisioned by the operator." }),
  client_secret: Type.String({ minLength: 1, description: "Provisioned by the operator." }),
  audience: Type.String({ minLength: 1, description: "Provisioned by the operator." }),
  grant_type: Type.Literal("client_credentials"),
});
export type TokenRequest = Static<typeof TokenRequest>;

/** The token response (interface, Token response). Closed: nothing else is sent. */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: "Bearer token." }),
    token_type: Type.Literal("Bearer"),
    expires_in: Type.Integer({ minimum: 1, description: "Token lifetime in seconds." }),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;
