import { correct, type BrokenServer } from "./broken-server.ts";

let counter = 0;

/** Servers that are wrong about tokens and token requests. */
export const tokenServers: readonly BrokenServer[] = [
  {
    name: "shrinks expires_in of the same token",
    breaks: "R58",
    change: {
      tokenAnswer(token, now) {
        const left = token.lifetimeSeconds - Math.floor((now - token.issuedAt) / 1000);
        return { access_token: token.value, token_type: "Bearer", expires_in: left };
      },
    },
  },
  {
    name: "ends the earlier token when a new one is asked for",
    breaks: "R58",
    change: {
      issue(account, client_id, now) {
        account.tokens.splice(0);
        return correct.issue.call(this, account, client_id, now);
      },
    },
  },
  {
    name: "counts expiry from the latest response instead of the first",
    breaks: "R58",
    change: {
      remembers: () => true,
      lives: () => true,
    },
  },
  {
    name: "gives the same token out until half of its life is over",
    breaks: "R58",
    change: {
      remembers: (token, now) => now - token.issuedAt < token.lifetimeSeconds * 500,
    },
  },
  {
    name: "lets a token live on past expires_in",
    breaks: "R107",
    change: { lives: () => true },
  },
  {
    name: "says expires_in in milliseconds",
    breaks: "R20",
    change: {
      tokenAnswer(token, now) {
        const answer = correct.tokenAnswer.call(this, token, now);
        return { ...answer, expires_in: token.lifetimeSeconds * 100_000 };
      },
    },
  },
  {
    name: "sends expires_in as a string",
    breaks: "R20",
    change: {
      tokenAnswer(token, now) {
        const answer = correct.tokenAnswer.call(this, token, now);
        return { ...answer, expires_in: String(token.lifetimeSeconds) };
      },
    },
  },
  {
    name: "writes token_type in lower case",
    breaks: "R19",
    change: {
      tokenAnswer(token, now) {
        return { ...correct.tokenAnswer.call(this, token, now), token_type: "bearer" };
      },
    },
  },
  {
    name: "names the token accessToken",
    breaks: "R18",
    change: {
      tokenAnswer(token, now) {
        const { access_token, ...rest } = correct.tokenAnswer.call(this, token, now);
        return { ...rest, accessToken: access_token };
      },
    },
  },
  {
    name: "adds a scope to the token response",
    breaks: "R113",
    change: {
      tokenAnswer(token, now) {
        return { ...correct.tokenAnswer.call(this, token, now), scope: "all" };
      },
    },
  },
  {
    name: "answers 401 to wrong credentials",
    breaks: "R96",
    change: { refusedCredentials: () => correct.error(401, 16, "invalid_client") },
  },
  {
    name: "answers 400 to a wrong secret",
    breaks: "R55",
    change: { refusedCredentials: () => correct.error(400, 16, "credentials refused") },
  },
  {
    name: "tells an unknown client from a wrong secret",
    breaks: "R96",
    change: {
      refusedCredentials(body) {
        const known = String(body["client_id"]).startsWith("client_");
        return correct.error(500, 16, known ? "wrong secret" : "unknown client");
      },
    },
  },
  {
    name: "answers 500 when client_id is missing",
    breaks: "R54",
    change: {
      lacksCredentials: (body) => body === null || body["client_secret"] === undefined,
    },
  },
  {
    name: "answers 500 when client_secret is missing",
    breaks: "R95",
    change: {
      lacksCredentials: (body) => body === null || typeof body["client_id"] !== "string",
    },
  },
  {
    name: "takes an empty client_id for one that is sent",
    breaks: "R54",
    change: {
      lacksCredentials: (body) =>
        [body?.["client_id"], body?.["client_secret"]].some((value) => typeof value !== "string"),
    },
  },
  {
    name: "answers 500 to a token request that is no JSON",
    breaks: "R95",
    change: {
      readTokenRequest(request) {
        const unread = { client_id: "unread", client_secret: "unread" };
        return correct.readTokenRequest.call(this, request) ?? unread;
      },
    },
  },
  {
    name: "ignores the audience",
    breaks: "R56",
    change: { acceptsAudience: () => true },
  },
  {
    name: "takes a missing audience for the right one",
    breaks: "R56",
    change: {
      acceptsAudience: ({ audience }, body) =>
        [audience, undefined].includes(asText(body["audience"])),
    },
  },
  {
    name: "ignores grant_type",
    breaks: "R57",
    change: { grants: () => true },
  },
  {
    name: "takes a missing grant_type for client_credentials",
    breaks: "R57",
    change: {
      grants: (body) => (body["grant_type"] ?? "client_credentials") === "client_credentials",
    },
  },
  {
    name: "compares the beginning of the secret only",
    breaks: "R55",
    change: {
      findClient: (account, body) =>
        account.clients.find(
          ({ client_id, client_secret, revoked }) =>
            revoked !== true &&
            client_id === body["client_id"] &&
            String(body["client_secret"]).startsWith(client_secret),
        ),
    },
  },
  {
    name: "looks for the secret among all clients of the account",
    breaks: "R114",
    change: {
      findClient: (account, body) =>
        account.clients.find(
          ({ client_secret, revoked }) =>
            revoked !== true && client_secret === body["client_secret"],
        ),
    },
  },
  {
    name: "lets revoked credentials in",
    breaks: "R89",
    change: {
      findClient: (account, body) =>
        account.clients.find(
          ({ client_id, client_secret }) =>
            client_id === body["client_id"] && client_secret === body["client_secret"],
        ),
    },
  },
  {
    name: "wants an Authorization header on the token request to be good",
    breaks: "R53",
    change: {
      readTokenRequest(request) {
        const stale = request.headers["authorization"] !== undefined;
        return stale ? null : correct.readTokenRequest.call(this, request);
      },
    },
  },
  {
    name: "reads the token request only with its Content-Type",
    breaks: "R110",
    change: {
      readTokenRequest(request) {
        const json = request.headers["content-type"]?.startsWith("application/json") === true;
        return json ? correct.readTokenRequest.call(this, request) : null;
      },
    },
  },
  {
    name: "wants an audience of OAuth libraries",
    breaks: "R2",
    change: { withAudience: (body) => body },
  },
  {
    name: "takes the secret of HTTP Basic for another client than the form's",
    breaks: "R2",
    change: {
      withBasic: (body, request) => correct.withBasic({ ...body, client_id: undefined }, request),
    },
  },
  {
    name: "takes any letter for the colon of the token path",
    breaks: "R52",
    change: {
      endpointOf: (path) => (/^\/v1\/oauth.token$/.test(path) ? "token" : correct.endpointOf(path)),
    },
  },
  {
    name: "gives tokens that change with every request but share one name",
    breaks: "R18",
    change: {
      tokenAnswer(token, now) {
        const answer = correct.tokenAnswer.call(this, token, now);
        return { ...answer, access_token: `${token.value} ${(counter += 1)}` };
      },
    },
  },
];

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
