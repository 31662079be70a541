import { randomBytes } from "node:crypto";
import type * as OpenIdClient from "openid-client";
import type { LookupFunction } from "node:net";
import { fetchBy } from "../../../outgoing/look-ups/fetch-by.ts";
import { attemptLifetimeMs, type Attempt } from "./attempt-cookie.ts";
import { saysAll, type ClaimNames, type Claims } from "./person-of-claims.ts";

/** How operators sign in with an identity provider. Only texts, because the operators' thread receives a copy. */
export interface OidcSettings extends ClaimNames {
  /** An address, as the provider names itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which has PKCE alone. */
  readonly clientSecret: string | null;
  /** Where browsers reach the console; the provider sends them back there. */
  readonly consoleUrl: string;
  readonly scope: string;
}

/** The path to which the provider sends browsers back, as it is registered there. */
const callbackPath = "/operator/v1/session/oidc/callback";
/** The page to which the provider sends browsers that have signed out there, as it is registered there. */
export const signedOutPath = "/sign-in";

/** The provider did not answer, or answered that it is out of order. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider, or a check of what it said, refused; the message holds no token and no claim. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}

/** The time that the provider has for each request. */
const answerLimitSeconds = 5;
/** Clocks of provider and service may differ by this much. */
const clockToleranceSeconds = 60;
/** Keys and addresses of the provider are asked for again after this time. */
const configurationLifetimeMs = 3_600_000;
/** Browsers that may come back at one moment; each costs requests to the provider. */
const openMax = 10;

/**
 * The identity provider, by the authorization code flow with PKCE. Its library is loaded when somebody
 * first signs in, and its addresses are asked for then, so that a provider that is down delays no start.
 */
export class IdentityProvider {
  readonly #settings: OidcSettings;
  readonly #redirectUri: string;
  readonly #signedOutUri: string;
  /** The provider's description of itself, and when it was asked for. */
  #discovered: {
    readonly configuration: Promise<OpenIdClient.Configuration>;
    readonly at: number;
  } | null = null;
  /** The number of sign-ins that are being finished. */
  #open = 0;
  readonly #fetch: ReturnType<typeof fetchBy>;

  constructor(settings: OidcSettings, lookup: LookupFunction) {
    this.#settings = settings;
    this.#fetch = fetchBy(lookup);
    this.#redirectUri = new URL(callbackPath, settings.consoleUrl).href;
    this.#signedOutUri = new URL(signedOutPath, settings.consoleUrl).href;
  }

  /**
   * Begins a sign-in that leads back to the console's page `from`. Returns the address to which the browser goes, and the
   * attempt, which the browser keeps in a cookie and brings to `finish`. Throws `ProviderUnavailable`.
   */
  async begin(from: string, now: number): Promise<{ readonly url: string; attempt: Attempt }> {
    const { client, configuration } = await this.#load();
    const [state, nonce] = [randomText(), randomText()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const endsAt = now + attemptLifetimeMs;
    return { url: url.href, attempt: { state, nonce, verifier, from, endsAt } };
  }

  /**
   * Returns the address at which the browser signs out at the provider; null where the provider has none. The request has
   * the client's id in place of an ID token, which names a person and is kept nowhere. Throws `ProviderUnavailable`.
   */
  async signOutUrl(): Promise<string | null> {
    const { client, configuration } = await this.#load();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const back = { post_logout_redirect_uri: this.#signedOutUri };
    return client.buildEndSessionUrl(configuration, back).href;
  }

  /**
   * Exchanges the query that the browser brought back for the provider's claims on the person. The first are those of the
   * ID token, of which state, issuer, audience, nonce, times and signature are checked. Those of userinfo follow where the
   * ID token lacks the roles or the name. Throws `SignInRefused` or `ProviderUnavailable`.
   */
  async finish(query: string, attempt: Attempt): Promise<[Claims, ...Claims[]]> {
    if (this.#open >= openMax) throw new ProviderUnavailable("too many at once");
    this.#open += 1;
    try {
      return await this.#exchange(query, attempt);
    } finally {
      this.#open -= 1;
    }
  }

  async #exchange(query: string, attempt: Attempt): Promise<[Claims, ...Claims[]]> {
    const { client, configuration } = await this.#load();
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${this.#redirectUri}?${query}`),
        {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInRefused("no ID token");
      if (saysAll(claims, this.#settings)) return [claims];
      // Some providers have roles or names in userinfo alone.
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return [claims];
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return [claims, more];
    } catch (error) {
      throw explain(client, error);
    }
  }

  /** Loads the library, and the provider's description where that is missing or too old. */
  async #load() {
    const client = await import("openid-client");
    const now = performance.now();
    if (this.#discovered === null || now >= this.#discovered.at + configurationLifetimeMs) {
      this.#discovered = { configuration: this.#discover(client), at: now };
    }
    const discovered = this.#discovered;
    try {
      return { client, configuration: await discovered.configuration };
    } catch (error) {
      // The next sign-in asks again.
      if (this.#discovered === discovered) this.#discovered = null;
      throw error;
    }
  }

  /**
   * Sends the client's secret in the body where the provider takes that, else by HTTP Basic. HTTP Basic form-encodes id and
   * secret (RFC 6749, 2.3.1), which some providers do not undo: they do not know an id such as `booking-console`.
   */
  #authentication(client: typeof OpenIdClient): OpenIdClient.ClientAuth {
    const { clientSecret } = this.#settings;
    if (clientSecret === null) return client.None();
    const inBody = client.ClientSecretPost(clientSecret);
    const basic = client.ClientSecretBasic(clientSecret);
    return (server, ...request) => {
      const { token_endpoint_auth_methods_supported: methods = [] } = server;
      const authenticate = methods.includes("client_secret_post") ? inBody : basic;
      authenticate(server, ...request);
    };
  }

  async #discover(client: typeof OpenIdClient): Promise<OpenIdClient.Configuration> {
    const { clientId } = this.#settings;
    const issuer = new URL(this.#settings.issuer);
    try {
      return await client.discovery(
        issuer,
        clientId,
        { [client.clockTolerance]: clockToleranceSeconds },
        this.#authentication(client),
        {
          [client.customFetch]: this.#fetch,
          timeout: answerLimitSeconds,
          execute: [
            // The signature is checked beside TLS.
            client.enableNonRepudiationChecks,
            ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (error) {
      // Whatever is wrong with the provider's own description, nobody can sign in by it.
      throw new ProviderUnavailable(codeOf(error), { cause: error });
    }
  }
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}

function explain(client: typeof OpenIdClient, error: unknown): Error {
  if (error instanceof SignInRefused || error instanceof ProviderUnavailable) return error;
  const isOut =
    error instanceof client.ResponseBodyError ? error.status >= 500 : isUnanswered(error);
  return isOut
    ? new ProviderUnavailable(codeOf(error), { cause: error })
    : new SignInRefused(codeOf(error), { cause: error });
}

/** Whether no answer of the protocol came. The library gives an error of the network no code. */
function isUnanswered(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === undefined || unanswered.has(code);
}

const unanswered: ReadonlySet<unknown> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** What the operator can do about a word of the library or of the protocol. */
const causes: Readonly<Record<string, string>> = {
  invalid_client:
    "the provider does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET, or not in the way that it was sent",
  unauthorized_client: "the provider does not let this client use the authorization code flow",
  OAUTH_UNSUPPORTED_OPERATION:
    "the ID token is signed by an algorithm that is not supported, such as HS512: choose RS256 or ES256 at the provider",
  OAUTH_WWW_AUTHENTICATE_CHALLENGE:
    "the provider answered with a challenge: it does not accept the client's secret, or the token at userinfo",
};

/** Words for the log. The error's cause and its message may hold claims or an answer's body. */
function codeOf(error: unknown): string {
  const { code, name, error: word } = error as { code?: unknown; name?: unknown; error?: unknown };
  const fallback = typeof code === "string" ? code : String(name);
  // The protocol's own word for a refusal; any other text of the provider stays out.
  const known = typeof word === "string" && Object.hasOwn(causes, word) ? word : fallback;
  const cause = Object.hasOwn(causes, known) ? causes[known] : undefined;
  return cause === undefined ? known : `${known}: ${cause}`;
}
