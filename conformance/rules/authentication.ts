import {
  at,
  expect,
  expectError,
  expectRefused,
  expectStatus,
  objectOf,
  show,
} from "../engine/expect.ts";
import { idsOf } from "../engine/list-claims.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "altered-token-is-401",
    requirements: ["R97"],
    sentence: "Token missing, expired or malformed, or belongs to another account's host",
    async check({ account, unknownId }) {
      const token = await account.token();
      const middle = Math.floor(token.length / 2);
      const flipped = token[middle] === "a" ? "b" : "a";
      const altered = [
        token.slice(0, -1),
        `${token}A`,
        token.slice(0, middle) + flipped + token.slice(middle + 1),
      ];
      for (const other of altered) {
        const exchange = await account.list({ external_id: unknownId() }, { token: other });
        expectError(exchange, 401, "a list with a token of which one letter is changed");
      }
    },
  },
  {
    name: "credentials-of-another-environment-are-refused",
    requirements: ["R6", "R96", "R114"],
    sentence: "Credentials of the environments are kept separate.",
    needs: ["other_environment"],
    async check({ account, callerAt, fact }) {
      const { credentials } = fact("other_environment");
      const foreign = await account.requestToken({ ...credentials });
      expectError(foreign, 500, "a token request with the other environment's credentials");
      const ours = await callerAt(fact("other_environment")).requestToken({
        ...account.credentials,
      });
      expectError(ours, 500, "a token request with these credentials on the other's host");
    },
  },
  {
    name: "each-environment-shows-its-own-data",
    requirements: ["R5", "R6", "R8"],
    sentence: "Each has its own host, which is specific to the tenant.",
    needs: ["other_environment"],
    async check({ account, callerAt, fact }) {
      const { external_id } = fact("other_environment");
      const there = await callerAt(fact("other_environment")).records({ external_id });
      expect(there.length > 0, "the contact has no bookings in the other environment");
      const here = idsOf(await account.records({ external_id }));
      const mixed = idsOf(there).filter((booking) => here.includes(booking));
      expect(
        mixed.length === 0,
        `${mixed.length} bookings of the other environment are listed here`,
      );
    },
  },
  {
    name: "endpoint-that-is-off-is-403",
    requirements: ["R4", "R91"],
    sentence:
      "The operator decides which endpoints are enabled per tenant; a tenant must have the booking endpoints enabled.",
    decisions: ["A25", "A20"],
    needs: ["endpoint_off"],
    cancels: true,
    async check({ callerAt, fact, unknownId }) {
      const caller = callerAt(fact("endpoint_off"));
      const call = (changes = {}) =>
        fact("endpoint_off").endpoint === "fetch"
          ? caller.list({ external_id: unknownId() }, changes)
          : caller.cancel({ booking: unknownId() }, changes);
      expectError(await call(), 403, "the endpoint that is off for the account");
      expectError(await call({ token: "nonsense" }), 401, "the same with a malformed token");
    },
  },
  {
    name: "endpoint-that-is-off-is-refused",
    requirements: ["R4", "R91"],
    sentence: "The operator also says which endpoints are enabled for a tenant.",
    needs: ["endpoint_off"],
    cancels: true,
    async check({ callerAt, fact, unknownId }) {
      const { endpoint } = fact("endpoint_off");
      const caller = callerAt(fact("endpoint_off"));
      const list = await caller.list({ external_id: unknownId() });
      const cancel = await caller.cancel({ booking: unknownId() });
      const [off, on] = endpoint === "fetch" ? [list, cancel] : [cancel, list];
      expectRefused(off, "the endpoint that is off for the account");
      if (on === list) expectStatus(on, 200, "the endpoint that is on for the account");
      else expectError(on, 500, "a cancel of an unknown booking, which is on for the account");
    },
  },
  {
    name: "host-is-compared-without-case-and-port",
    requirements: ["R5"],
    sentence: "Each has its own host, which is specific to the tenant.",
    decisions: ["A58"],
    async check({ account, callerAt, unknownId }) {
      const token = await account.token();
      const host = account.place.host ?? new URL(account.place.base_url).host;
      const shouted = callerAt({ host: host.toUpperCase() });
      const list = await shouted.list({ external_id: unknownId() }, { token });
      expectStatus(list, 200, "a list whose Host is in capitals");
    },
  },
  {
    name: "malformed-token-is-401",
    requirements: ["R97", "R93"],
    sentence: "Token missing, expired or malformed, or belongs to another account's host",
    async check({ account, unknownId }) {
      for (const token of ["nonsense", "a.b.c", "null", unknownId()]) {
        const exchange = await account.list({ external_id: unknownId() }, { token });
        expectError(exchange, 401, `a list with the token ${show(token)}`);
      }
    },
  },
  {
    name: "no-bearer-credential-is-no-token-at-all",
    requirements: ["R94"],
    sentence:
      "A call with no token at all receives 401 with a different body carrying the fields error and message.",
    decisions: ["A21"],
    async check({ account, unknownId }) {
      for (const authorization of ["Bearer", "Basic dXNlcjpwYXNz"]) {
        const exchange = await account.list(
          { external_id: unknownId() },
          { token: null, headers: { authorization } },
        );
        expectStatus(exchange, 401, `a call with "Authorization: ${authorization}"`);
        const { error, code } = objectOf(exchange.answer.json);
        expect(typeof error === "string" && code === undefined, "the body is not that of no token");
      }
    },
  },
  {
    name: "no-token-at-all-has-its-own-body",
    requirements: ["R94", "R97", "R2"],
    sentence:
      "A call with no token at all receives 401 with a different body carrying the fields error and message.",
    async check({ account, unknownId }) {
      const calls = [
        await account.list({ external_id: unknownId() }, { token: null }),
        await account.cancel({ booking: unknownId() }, { token: null }),
      ];
      for (const exchange of calls) {
        expectStatus(exchange, 401, "a call with no token at all");
        const { error, message, code } = objectOf(exchange.answer.json);
        const both = typeof error === "string" && typeof message === "string";
        expect(
          both && error !== "" && message !== "",
          "error and message are not both texts",
          exchange,
        );
        expect(code === undefined, `the body has a code as well: ${show(code)}`, exchange);
      }
    },
  },
  {
    name: "token-of-another-account-is-401",
    requirements: ["R59", "R87", "R97"],
    sentence: "A token works only on the API host of the account it was issued for.",
    needs: ["other_account"],
    async check({ account, callerAt, fact, unknownId }) {
      const other = callerAt(fact("other_account"));
      const query = { external_id: unknownId() };
      expectStatus(await other.list(query), 200, "the other account's token on its own host");
      const foreign = await account.list(query, { token: await other.token() });
      expectError(foreign, 401, "the other account's token on this account's host");
      const ours = await other.list(query, { token: await account.token() });
      expectError(ours, 401, "this account's token on the other account's host");
    },
  },
  {
    name: "token-of-another-environment-is-401",
    requirements: ["R6", "R5", "R59"],
    sentence: "Credentials of the environments are kept separate.",
    needs: ["other_environment"],
    async check({ account, callerAt, fact, unknownId }) {
      const other = callerAt(fact("other_environment"));
      const query = { external_id: unknownId() };
      expectStatus(await other.list(query), 200, "the other environment's token on its own host");
      const foreign = await account.list(query, { token: await other.token() });
      expectError(foreign, 401, "the other environment's token on this host");
      const ours = await other.list(query, { token: await account.token() });
      expectError(ours, 401, "this environment's token on the other's host");
    },
  },
  {
    name: "token-opens-both-endpoints",
    requirements: ["R2", "R51", "R85"],
    sentence:
      "A caller obtains a bearer token with the OAuth 2.0 client-credentials flow and sends it on every call.",
    cancels: true,
    async check({ account, unknownId }) {
      const granted = await account.requestToken();
      expectStatus(granted, 200, "a token request with good credentials");
      const token = String(at(granted.answer.json, "access_token"));
      const list = await account.list({ external_id: unknownId() }, { token });
      expectStatus(list, 200, "a list with the token");
      const cancel = await account.cancel({ booking: unknownId() }, { token });
      expectError(cancel, 500, "a cancel of an unknown booking with the token");
    },
  },
  {
    name: "token-opens-the-list",
    requirements: ["R2", "R51", "R85"],
    sentence:
      "A caller obtains a bearer token with the OAuth 2.0 client-credentials flow and sends it on every call.",
    async check({ account, unknownId }) {
      const granted = await account.requestToken();
      expectStatus(granted, 200, "a token request with good credentials");
      const token = String(at(granted.answer.json, "access_token"));
      expectStatus(await account.list({ external_id: unknownId() }, { token }), 200, "a list");
    },
  },
  {
    name: "token-travels-in-the-header-only",
    requirements: ["R51", "R85"],
    sentence: "Authenticated calls carry the header Authorization: Bearer <ACCESS_TOKEN>.",
    async check({ account, unknownId }) {
      const token = await account.token();
      const query = { external_id: unknownId(), access_token: token };
      expectStatus(await account.list(query, { token: null }), 401, "a token in the query");
      const cookie = { cookie: `access_token=${token}` };
      const inCookie = await account.list(
        { external_id: unknownId() },
        { token: null, headers: cookie },
      );
      expectStatus(inCookie, 401, "a token in a cookie");
      const bare = await account.list(
        { external_id: unknownId() },
        { token: null, headers: { authorization: token } },
      );
      expectStatus(bare, 401, "a token without the word Bearer");
    },
  },
  {
    name: "token-works-on-every-host-of-its-account",
    requirements: ["R5", "R59"],
    sentence: "A token works only on the API host of the account it was issued for.",
    decisions: ["A58"],
    needs: ["second_host"],
    async check({ account, callerAt, fact, unknownId }) {
      const second = callerAt(fact("second_host"));
      const list = await second.list(
        { external_id: unknownId() },
        { token: await account.token() },
      );
      expectStatus(list, 200, "the account's token on the account's other host");
    },
  },
  {
    name: "unknown-host-has-no-account",
    requirements: ["R5", "R97", "R96"],
    sentence: "Each has its own host, which is specific to the tenant.",
    decisions: ["A26"],
    needs: ["other_account"],
    async check({ account, callerAt, unknownId }) {
      // A host named in the data file shows that this address serves several hosts.
      const nobody = callerAt({ host: `${unknownId()}.invalid` });
      const query = { external_id: unknownId() };
      const list = await nobody.list(query, { token: await account.token() });
      expectError(list, 401, "a list at a host that nobody owns");
      expectError(await nobody.requestToken(), 500, "a token request at a host that nobody owns");
    },
  },
];
