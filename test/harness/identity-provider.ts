import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export const oidcClient = {
  id: "booking-console",
  secret: "a-secret-of-the-client-and-long-enough",
};

/** The people whom the provider knows, by the id that they sign in with. */
const people: Readonly<Record<string, object>> = {
  ada: { email: "ada@acme.example", email_verified: true, roles: ["everybody", "booking-admins"] },
  finn: { email: "finn@acme.example", roles: ["front-desk"] },
  eve: { email: "ada@acme.example", email_verified: false, roles: ["front-desk"] },
  nora: { email: "nora@acme.example", roles: ["everybody"] },
};

/**
 * An `oidc-provider` of its own that signs in whomever the browser names in its cookie `person`, and without the
 * cookie whoever is signed in already.
 */
export async function startIdentityProvider(redirectUri: string) {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL("/sign-in", redirectUri).href],
        application_type: "native",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["roles"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people[id] }),
    }),
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith("/interaction/")) return next();
    const details = await provider.interactionDetails(context.req, context.res);
    const known = details.session?.accountId ?? "";
    const person = context.cookies.get("person") ?? known;
    if (person === "") {
      return provider.interactionFinished(context.req, context.res, { error: "access_denied" });
    }
    const grant = new provider.Grant({ accountId: person, clientId: oidcClient.id });
    grant.addOIDCScope(String(details.params["scope"]));
    return provider.interactionFinished(context.req, context.res, {
      login: { accountId: person },
      consent: { grantId: await grant.save() },
    });
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    issuer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
