import type { RoleMapping } from "../../../domain/role-mapping.ts";

/** How operators sign in with an identity provider; texts only, since a thread receives a copy. */
export interface OidcSettings {
  /** An address, as the provider names itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which has PKCE alone. */
  readonly clientSecret: string | null;
  /** Where browsers reach the console; the provider sends them back there. */
  readonly consoleUrl: string;
  readonly scope: string;
  readonly roleClaim: string;
  readonly nameClaim: string;
  readonly roles: readonly RoleMapping[];
}

/** The path to which the provider sends browsers back, as it is registered there. */
export const callbackPath = "/operator/v1/session/oidc/callback";
/** The page to which the provider sends browsers that have signed out there, as it is registered there. */
export const signedOutPath = "/sign-in";
