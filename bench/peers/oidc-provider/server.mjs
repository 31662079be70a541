import { Provider } from "oidc-provider";

/**
 * oidc-provider with opaque tokens for client credentials, as its documentation sets them up. Its
 * tokens stay in memory, which is its default: with a database it would be slower.
 */
const [clientId, clientSecret] = process.argv.slice(2);
const resource = "https://api.bench.example";
const provider = new Provider("http://127.0.0.1", {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ["client_credentials"],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: "bookings",
        accessTokenTTL: 86_400,
        accessTokenFormat: "opaque",
      }),
    },
  },
});
const server = provider.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${server.address().port}\n`);
});
process.on("SIGTERM", () => process.exit());
