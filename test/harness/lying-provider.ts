import {
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How the provider's next answers differ from what they should be. */
export interface Lies {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed with a key that the provider does not publish. */
  readonly isForged?: boolean;
  /** The ID token's header names this algorithm; `none` leaves the signature out. */
  readonly algorithm?: "none" | "HS256";
  readonly tokenStatus?: number;
  readonly discoveryStatus?: number;
  /** What its description has beside the rest. */
  readonly description?: Readonly<Record<string, unknown>>;
  /** What it says at `/userinfo`. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** The error of the token endpoint. */
  readonly tokenError?: string;
  /** What the browser brings back beside the code and the state, or in place of them; null leaves one out. */
  readonly answer?: Readonly<Record<string, string | null>>;
}

export const toldRole = "everybody-here";

/** An identity provider that says whatever a test wants; it signs everybody in at once. */
export async function startLyingProvider(clientId: string) {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const others = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let lies: Lies = {};
  /** The PKCE verifier of each code that was exchanged. */
  const verifiers: (string | null)[] = [];
  /** The `Authorization` header and the secret in the body of each exchange. */
  const secrets: (readonly [header: string | null, inBody: string | null])[] = [];
  let nonce = "";
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    const send = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/authorize") {
      nonce = searchParams.get("nonce") ?? "";
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      const state = searchParams.get("state") ?? "";
      for (const [name, value] of Object.entries({ code: "c", state, iss: issuer, ...lies.answer }))
        if (value !== null) back.searchParams.append(name, value);
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === "/jwks") {
      send({
        keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
      });
    } else if (pathname === "/token") {
      void text(request).then((form) => {
        const sent = new URLSearchParams(form);
        verifiers.push(sent.get("code_verifier"));
        secrets.push([request.headers.authorization ?? null, sent.get("client_secret")]);
        if (lies.tokenError !== undefined) return send({ error: lies.tokenError }, 401);
        if (lies.tokenStatus !== undefined) return response.writeHead(lies.tokenStatus).end("no");
        const now = Math.floor(Date.now() / 1000);
        const claims = { iss: issuer, aud: clientId, sub: "ada", nonce, iat: now, exp: now + 300 };
        const key = lies.isForged === true ? others.privateKey : keys.privateKey;
        const told = { ...claims, roles: [toldRole], ...lies.claims };
        const idToken = sign(told, key, lies.algorithm);
        return send({ access_token: "a", token_type: "bearer", id_token: idToken });
      });
    } else if (pathname === "/userinfo") {
      send({ sub: "ada", ...lies.userInfo });
    } else {
      const description = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ["RS256"],
        ...lies.description,
        ...(lies.description !== undefined &&
          "userinfo_endpoint" in lies.description && { userinfo_endpoint: `${issuer}/userinfo` }),
      };
      send(description, lies.discoveryStatus);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** How many codes it was asked to exchange. */
    exchanges: () => verifiers.length,
    verifiers,
    secrets,
    lie: (told: Lies) => {
      lies = told;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function sign(claims: object, key: KeyObject, alg: Lies["algorithm"] | "RS256" = "RS256"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg, kid: "1" })}.${part(claims)}`;
  if (alg === "none") return `${content}.`;
  if (alg === "HS256") {
    // The secret is what everybody may read: the published key.
    const published = createPublicKey(key).export({ format: "pem", type: "spki" });
    return `${content}.${createHmac("sha256", published).update(content).digest("base64url")}`;
  }
  return `${content}.${createSign("RSA-SHA256").update(content).sign(key, "base64url")}`;
}
