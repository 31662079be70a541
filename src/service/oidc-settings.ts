import { isLoopbackHost } from "../domain/account.ts";
import { parseRoleMappings } from "../domain/operator.ts";
import type { OidcSettings } from "../operator/api/oidc/identity-provider.ts";

/** Reads a variable, or takes the default. */
type ReadText = (name: string, byDefault: string) => string;
/** Makes the error whose message is the sentence for the operator. */
type Refuse = (sentence: string) => Error;

/** Reads the variables of signing in with an identity provider; null where `OIDC_ISSUER` is not set. */
export function readOidcSettings(text: ReadText, refuse: Refuse): OidcSettings | null {
  const issuer = text("OIDC_ISSUER", "");
  if (issuer === "") return null;
  const needed = (name: string): string => {
    const value = text(name, "");
    if (value === "") throw refuse(`${name} is not set, but OIDC_ISSUER needs it.`);
    return value;
  };
  const roles = parseRoleMappings(needed("OIDC_ROLES"));
  if (roles === null) {
    throw refuse(
      'OIDC_ROLES must be a JSON array such as [{"value":"front-desk","role":"staff",' +
        '"accounts":["acme/production"]}], the role one of admin, staff, viewer.',
    );
  }
  const scope = text("OIDC_SCOPE", "openid email profile");
  if (!scope.split(" ").includes("openid")) {
    throw refuse(`OIDC_SCOPE is ${JSON.stringify(scope)}, but must contain openid.`);
  }
  const secret = text("OIDC_CLIENT_SECRET", "");
  return {
    issuer: readUrl("OIDC_ISSUER", issuer, refuse),
    clientId: needed("OIDC_CLIENT_ID"),
    clientSecret: secret === "" ? null : secret,
    consoleUrl: readUrl("OIDC_CONSOLE_URL", needed("OIDC_CONSOLE_URL"), refuse),
    scope,
    roleClaim: text("OIDC_ROLE_CLAIM", "roles"),
    nameClaim: text("OIDC_NAME_CLAIM", "email"),
    roles,
  };
}

/** Codes and tokens pass through both addresses, so they have TLS unless they are of this machine. */
function readUrl(name: string, value: string, refuse: Refuse): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === "https:") return value;
  if (url?.protocol === "http:" && isLoopbackHost(url.hostname)) return value;
  throw refuse(
    `${name} is ${JSON.stringify(value)}, but must be an https:// address, or http:// of this machine.`,
  );
}
