import { correct, type BrokenServer } from "./broken-server.ts";

/** Servers that are wrong about who may call, and where. */
export const accessServers: readonly BrokenServer[] = [
  {
    name: "lets a token work on every host",
    breaks: "R59",
    change: { tokensFor: (accounts) => accounts.flatMap(({ tokens }) => tokens) },
  },
  {
    name: "lets a token work in the tenant's other environments",
    breaks: "R6",
    change: {
      tokensFor: (accounts, account) =>
        accounts
          .filter(({ name }) => name.split("/")[0] === account?.name.split("/")[0])
          .flatMap(({ tokens }) => tokens),
    },
  },
  {
    name: "takes the other environment's credentials",
    breaks: "R6",
    change: {
      accountOf(accounts, host) {
        const account = correct.accountOf.call(this, accounts, host);
        if (account?.name !== "acme/production") return account;
        const clients = accounts.filter(({ name }) => name.startsWith("acme/"));
        return { ...account, clients: clients.flatMap((other) => other.clients) };
      },
    },
  },
  {
    name: "knows one host of an account only",
    breaks: "R5",
    change: {
      accountOf: (accounts, host) =>
        accounts.find(({ hosts }) => hosts[0] === host.toLowerCase().replace(/:\d+$/, "")) ?? null,
    },
  },
  {
    name: "serves the first account at hosts that nobody owns",
    breaks: "R5",
    change: {
      accountOf(accounts, host) {
        return correct.accountOf.call(this, accounts, host) ?? accounts[0] ?? null;
      },
    },
  },
  {
    name: "compares hosts with their letter case",
    breaks: "R5",
    change: {
      accountOf: (accounts, host) => accounts.find(({ hosts }) => hosts.includes(host)) ?? null,
    },
  },
  {
    name: "accepts a token of which only the beginning is right",
    breaks: "R97",
    change: {
      findToken: (_accounts, account, value) =>
        account?.tokens.find((token) => token.value.slice(0, 20) === value.slice(0, 20)) ?? null,
    },
  },
  {
    name: "accepts a token with something behind it",
    breaks: "R97",
    change: {
      findToken: (_accounts, account, value) =>
        account?.tokens.find((token) => value.startsWith(token.value)) ?? null,
    },
  },
  {
    name: "answers 403 to a malformed token",
    breaks: "R97",
    change: { badToken: () => correct.error(403, 7, "token refused") },
  },
  {
    name: "answers a bad token with the body of a missing one",
    breaks: "R93",
    change: { badToken: () => correct.noTokenAnswer() },
  },
  {
    name: "answers a missing token with code and message",
    breaks: "R94",
    change: { noTokenAnswer: () => correct.error(401, 16, "token is missing") },
  },
  {
    name: "sends error, message and a code when the token is missing",
    breaks: "R94",
    change: {
      noTokenAnswer: () => ({
        status: 401,
        body: { error: "Unauthorized", message: "token is missing", code: 16 },
      }),
    },
  },
  {
    name: "answers 400 to a missing token",
    breaks: "R94",
    change: { noTokenAnswer: () => ({ ...correct.noTokenAnswer(), status: 400 }) },
  },
  {
    name: "takes the word Bearer alone for a malformed token",
    breaks: "R94",
    change: {
      bearerOf(request) {
        const header = request.headers["authorization"];
        return correct.bearerOf.call(this, request) ?? (header === undefined ? null : "");
      },
    },
  },
  {
    name: "accepts the token in the query",
    breaks: "R51",
    change: {
      bearerOf(request) {
        return correct.bearerOf.call(this, request) ?? request.query.get("access_token");
      },
    },
  },
  {
    name: "accepts the token in a cookie",
    breaks: "R51",
    change: {
      bearerOf(request) {
        const cookie = /access_token=(\S+)/.exec(request.headers["cookie"] ?? "")?.[1];
        return correct.bearerOf.call(this, request) ?? cookie ?? null;
      },
    },
  },
  {
    name: "accepts a token without the word Bearer",
    breaks: "R51",
    change: {
      bearerOf(request) {
        const header = request.headers["authorization"];
        return correct.bearerOf.call(this, request) ?? header ?? null;
      },
    },
  },
  {
    name: "lets a token list but not cancel",
    breaks: "R85",
    change: { isOn: (_account, endpoint) => endpoint === "fetch" },
  },
  {
    name: "lets a token cancel but not list",
    breaks: "R2",
    change: { isOn: (_account, endpoint) => endpoint === "cancel" },
  },
  {
    name: "serves an endpoint that is off",
    breaks: "R4",
    change: { isOn: () => true },
  },
  {
    name: "switches both endpoints off together",
    breaks: "R4",
    change: { isOn: (account) => account.fetchEnabled && account.cancelEnabled },
  },
  {
    name: "answers 401 where an endpoint is off",
    breaks: "R91",
    change: { endpointOff: () => correct.error(401, 7, "endpoint not enabled") },
  },
  {
    name: "has no rate limit",
    breaks: "R108",
    change: { limited: () => false },
  },
  {
    name: "counts the rate limit over all addresses",
    breaks: "R99",
    change: { limitKey: () => "every address" },
  },
  {
    name: "counts the rate limit for each token",
    breaks: "R108",
    change: { limitKey: (request) => request.headers["authorization"] ?? "" },
  },
  {
    name: "does not say how long to wait after a 429",
    breaks: "R99",
    change: { limitedAnswer: () => correct.error(429, 8, "too many requests") },
  },
  {
    name: "never lets a limited address back in",
    breaks: "R99",
    change: { limitEndsAt: () => Infinity },
  },
  {
    name: "answers 503 when a limit is passed",
    breaks: "R99",
    change: { limitedAnswer: () => correct.error(503, 8, "too many requests") },
  },
  {
    name: "answers 500 to its own faults",
    breaks: "R101",
    change: { downAnswer: () => correct.error(500, 13, "internal error") },
  },
];
