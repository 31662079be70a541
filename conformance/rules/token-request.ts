import { paths } from "../engine/caller.ts";
import {
  expectEqual,
  expectError,
  expectNotServed,
  expectSameAnswer,
  expectStatus,
  show,
} from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "empty-credentials-are-missing",
    requirements: ["R54", "R55", "R95"],
    sentence: "client_id or client_secret is missing",
    decisions: ["A30"],
    async check({ account }) {
      const id = await account.requestToken({ client_id: "" });
      expectError(id, 400, "a token request with an empty client_id");
      const secret = await account.requestToken({ client_secret: "" });
      expectError(secret, 400, "a token request with an empty client_secret");
    },
  },
  {
    name: "grant-type-is-client-credentials",
    requirements: ["R57"],
    sentence: "grant_type / string / yes / Allowed value: client_credentials.",
    async check({ account }) {
      const other = await account.requestToken({ grant_type: "password" });
      expectError(other, 500, "a token request with another grant_type");
    },
  },
  {
    name: "missing-audience-is-500",
    requirements: ["R56"],
    sentence: "audience / string / yes / Provisioned by the operator.",
    decisions: ["A28"],
    async check({ account }) {
      const absent = await account.requestToken({ audience: undefined });
      expectError(absent, 500, "a token request without an audience");
    },
  },
  {
    name: "missing-client-id-is-400",
    requirements: ["R54", "R95"],
    sentence: "client_id or client_secret is missing",
    async check({ account }) {
      const absent = await account.requestToken({ client_id: undefined });
      expectError(absent, 400, "a token request without client_id");
    },
  },
  {
    name: "missing-client-secret-is-400",
    requirements: ["R55", "R95"],
    sentence: "client_id or client_secret is missing",
    async check({ account }) {
      const absent = await account.requestToken({ client_secret: undefined });
      expectError(absent, 400, "a token request without client_secret");
      const both = await account.requestToken({ client_id: undefined, client_secret: undefined });
      expectError(both, 400, "a token request without either");
    },
  },
  {
    name: "missing-grant-type-is-500",
    requirements: ["R57"],
    sentence: "grant_type / string / yes / Allowed value: client_credentials.",
    decisions: ["A28"],
    async check({ account }) {
      const absent = await account.requestToken({ grant_type: undefined });
      expectError(absent, 500, "a token request without a grant_type");
    },
  },
  {
    name: "revoked-credentials-are-refused",
    requirements: ["R89", "R96"],
    sentence:
      "Credentials that are compromised or no longer used are rotated by the operator on request.",
    needs: ["revoked_credentials"],
    async check({ account, callerAt, fact }) {
      const revoked = await callerAt(fact("revoked_credentials")).requestToken();
      expectError(revoked, 500, "a token request with credentials that the operator has ended");
      expectStatus(await account.requestToken(), 200, "a token request with those that live");
    },
  },
  {
    name: "several-clients-of-one-account",
    requirements: ["R114", "R3"],
    sentence: "provisioned by the service operator per tenant.",
    needs: ["second_credentials", "listed"],
    async check({ account, callerAt, fact }) {
      const { credentials } = fact("second_credentials");
      const { external_id } = fact("listed");
      const second = callerAt({ credentials });
      const [one, two] = [await account.list({ external_id }), await second.list({ external_id })];
      expectStatus(two, 200, "a list by the account's second client");
      expectEqual(two.answer.json, one.answer.json, "the second client's list, beside the first's");
      const crossed = await account.requestToken({ client_secret: credentials.client_secret });
      expectError(crossed, 500, "a token request with another client's secret");
    },
  },
  {
    name: "token-path-is-literal",
    requirements: ["R52"],
    sentence: "Method and path: POST {base_url}/v1/oauth:token",
    async check({ account }) {
      const { client_id, client_secret, audience } = account.credentials;
      const body = JSON.stringify({
        client_id,
        client_secret,
        audience,
        grant_type: "client_credentials",
      });
      const headers = { "content-type": "application/json" };
      for (const path of ["/v1/oauthXtoken", "/v1/oauth/token", "/v1/oauth"]) {
        const exchange = await account.send({ method: "POST", path, headers, body });
        expectNotServed(exchange, `POST ${path}`);
      }
      const get = await account.send({ method: "GET", path: paths.token });
      expectNotServed(get, `GET ${paths.token}`);
    },
  },
  {
    name: "token-request-is-json-whatever-its-header-says",
    requirements: ["R110"],
    sentence: "Header: Content-Type: application/json",
    decisions: ["A29", "A61"],
    async check({ account }) {
      const none = await account.requestToken({}, {});
      expectStatus(none, 200, "a token request without Content-Type");
      const other = await account.requestToken({}, { "content-type": "text/plain" });
      expectStatus(other, 200, "a token request that says text/plain");
      const charset = await account.requestToken(
        {},
        { "content-type": "application/json; charset=utf-8" },
      );
      expectStatus(charset, 200, "a token request that names its charset");
      const form = await account.requestToken(
        {},
        { "content-type": "application/x-www-form-urlencoded" },
      );
      expectStatus(form, 200, "a token request in JSON under curl's default type");
    },
  },
  {
    name: "token-request-needs-no-authorization",
    requirements: ["R53"],
    sentence: "No Authorization header is needed.",
    async check({ account }) {
      expectStatus(await account.requestToken(), 200, "a token request without Authorization");
      const stale = await account.requestToken(
        {},
        { "content-type": "application/json", authorization: "Bearer stale" },
      );
      expectStatus(stale, 200, "a token request with a stale Authorization header");
    },
  },
  {
    name: "unknown-client-reads-like-a-wrong-secret",
    requirements: ["R96"],
    sentence: "Credentials refused, or no token could be issued",
    async check({ account, unknownId }) {
      const wrongSecret = await account.requestToken({ client_secret: unknownId() });
      const nobody = unknownId();
      const unknown = await account.requestToken({ client_id: nobody });
      expectError(unknown, 500, "a token request with an unknown client_id");
      expectSameAnswer(
        [unknown, nobody],
        [wrongSecret, account.credentials.client_id],
        "the answer to an unknown client_id, beside the one to a wrong client_secret",
      );
    },
  },
  {
    name: "unreadable-token-request-is-400",
    requirements: ["R95"],
    sentence: "client_id or client_secret is missing",
    decisions: ["A30"],
    async check({ account }) {
      const headers = { "content-type": "application/json" };
      for (const body of ["{", "null", "[]", "42", ""]) {
        const exchange = await account.send({ method: "POST", path: paths.token, headers, body });
        expectError(exchange, 400, `a token request whose body is ${show(body)}`);
      }
      const number = await account.requestToken({ client_id: 42 });
      expectError(number, 400, "a token request whose client_id is a number");
    },
  },
  {
    name: "oauth-libraries-are-served",
    requirements: ["R2"],
    sentence:
      "A caller obtains a bearer token with the OAuth 2.0 client-credentials flow and sends it on every call.",
    decisions: ["A28", "A29"],
    async check({ account, unknownId }) {
      const { client_id, client_secret } = account.credentials;
      const grant = { grant_type: "client_credentials" };
      const ask = (fields: Record<string, string>, basic: string | null) =>
        account.send({
          method: "POST",
          path: paths.token,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            ...(basic !== null && { authorization: `Basic ${btoa(basic)}` }),
          },
          body: new URLSearchParams({ ...grant, ...fields }).toString(),
        });
      const pair = [client_id, client_secret].map(encodeURIComponent).join(":");
      const form = await ask({ client_id, client_secret }, null);
      expectStatus(form, 200, "a form with id and secret, without an audience");
      expectStatus(await ask({}, pair), 200, "a form and HTTP Basic, without an audience");
      const twice = await ask({ client_id }, pair);
      expectStatus(twice, 200, "HTTP Basic, and the same client_id in the form");
      const other = await ask({ client_id: unknownId() }, pair);
      expectError(other, 400, "HTTP Basic, and another client_id in the form");
      const elsewhere = await ask({ audience: "https://audience.invalid" }, pair);
      expectError(elsewhere, 500, "HTTP Basic with a wrong audience");
    },
  },
  {
    name: "wrong-audience-is-500",
    requirements: ["R56", "R96"],
    sentence: "audience / string / yes / Provisioned by the operator.",
    async check({ account }) {
      const wrong = await account.requestToken({ audience: "https://audience.invalid" });
      expectError(wrong, 500, "a token request with a wrong audience");
    },
  },
  {
    name: "wrong-secret-is-500",
    requirements: ["R55", "R96"],
    sentence: "Credentials refused, or no token could be issued",
    async check({ account, unknownId }) {
      const wrong = await account.requestToken({ client_secret: unknownId() });
      expectError(wrong, 500, "a token request with a wrong client_secret");
      const { client_secret } = account.credentials;
      const longer = await account.requestToken({ client_secret: `${client_secret}x` });
      expectError(longer, 500, "a token request with the client_secret and one letter more");
    },
  },
];
