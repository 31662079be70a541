import {
  at,
  expect,
  expectEqual,
  expectError,
  expectStatus,
  objectOf,
  show,
} from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

/** How much of `expires_in` a client uses before it renews, by its own clock. */
const usedPart = 0.8;

export const rules: readonly Rule[] = [
  {
    name: "access-token-is-a-string",
    requirements: ["R18"],
    sentence: "access_token / string / Bearer token.",
    async check({ account }) {
      const exchange = await account.requestToken();
      expectStatus(exchange, 200, "a token request with good credentials");
      const token = at(exchange.answer.json, "access_token");
      expect(typeof token === "string", "access_token is not a string");
      // RFC 6750, 2.1: the syntax of the credential after "Bearer ".
      expect(/^[\w.~+/-]+=*$/.test(token), "access_token cannot be sent as a bearer token");
    },
  },
  {
    name: "earlier-token-lives-on",
    requirements: ["R58", "R107"],
    sentence: "Expiry is counted from the first response.",
    async check({ account, unknownId }) {
      const first = objectOf((await account.requestToken()).answer.json)["access_token"];
      await account.requestToken();
      expect(typeof first === "string", "access_token is not a string");
      const exchange = await account.list({ external_id: unknownId() }, { token: first });
      expectStatus(exchange, 200, "a list with a token whose expires_in has not elapsed");
    },
  },
  {
    name: "expires-in-is-whole-seconds",
    requirements: ["R20", "R107"],
    sentence: "expires_in / integer / Token lifetime in seconds.",
    async check({ account }) {
      const exchange = await account.requestToken();
      const seconds = at(exchange.answer.json, "expires_in");
      expect(
        typeof seconds === "number" && Number.isInteger(seconds) && seconds > 0,
        `expires_in: expected a whole number of seconds above 0, received ${show(seconds)}`,
      );
      // A year in seconds. A lifetime in milliseconds, or an instant, exceeds it.
      expect(seconds <= 31_622_400, `expires_in: ${seconds} is not a lifetime in seconds`);
    },
  },
  {
    name: "same-token-keeps-its-expires-in",
    requirements: ["R58"],
    sentence:
      "Requesting again while the token is valid can return the same token with the same expires_in.",
    async check({ account, wait }) {
      const first = objectOf((await account.requestToken()).answer.json);
      // Long enough to reveal a server that counts down in whole seconds.
      await wait(1100);
      const second = objectOf((await account.requestToken()).answer.json);
      if (first["access_token"] !== second["access_token"]) return;
      expectEqual(second["expires_in"], first["expires_in"], "expires_in of the same token");
    },
  },
  {
    name: "token-answer-has-no-other-fields",
    requirements: ["R18", "R113"],
    sentence: "Bearer token.",
    decisions: ["A50"],
    async check({ account }) {
      const exchange = await account.requestToken();
      expectEqual(
        Object.keys(objectOf(exchange.answer.json)).toSorted(),
        ["access_token", "expires_in", "token_type"],
        "the fields of the token response",
      );
    },
  },
  {
    name: "token-dies-at-its-deadline",
    requirements: ["R107", "R58", "R97"],
    sentence: "given by expires_in, in seconds",
    needs: ["short_lived"],
    async check({ callerAt, fact, wait, now, unknownId }) {
      const caller = callerAt(fact("short_lived"));
      const first = await caller.requestToken();
      const { access_token, expires_in } = objectOf(first.answer.json);
      expect(typeof access_token === "string", "access_token is not a string", first);
      expect(typeof expires_in === "number", "expires_in is not a number", first);
      const young = await caller.list({ external_id: unknownId() }, { token: access_token });
      expectStatus(young, 200, "a list with a fresh token");
      // One second after the end, counted from the arrival of the answer: expired under any rounding.
      const deadline = first.answeredAt + expires_in * 1000 + 1000;
      await wait(Math.max(0, deadline - now()));
      const old = await caller.list({ external_id: unknownId() }, { token: access_token });
      expectError(old, 401, `a list ${expires_in} s after the token's first response`);
      const again = objectOf((await caller.requestToken()).answer.json);
      expect(again["access_token"] !== access_token, "the dead token is given out again");
    },
  },
  {
    name: "token-lives-as-long-as-it-says",
    requirements: ["R58", "R107"],
    sentence:
      "Requesting again while the token is valid can return the same token with the same expires_in.",
    decisions: ["A31"],
    needs: ["short_lived"],
    async check({ callerAt, fact, wait, now, unknownId }) {
      const caller = callerAt(fact("short_lived"));
      const first = objectOf((await caller.requestToken()).answer.json)["expires_in"];
      expect(typeof first === "number", "expires_in is not a number");
      // A second client of these credentials starts while the first one's token is in use.
      await wait(first * 300);
      const second = await caller.requestToken();
      const { access_token, expires_in } = objectOf(second.answer.json);
      expect(typeof access_token === "string", "access_token is not a string", second);
      expect(typeof expires_in === "number", "expires_in is not a number", second);
      await wait(Math.max(0, second.answeredAt + expires_in * 1000 * usedPart - now()));
      const late = await caller.list({ external_id: unknownId() }, { token: access_token });
      expectStatus(late, 200, "a list before the second client's expires_in has elapsed");
    },
  },
  {
    name: "token-type-is-bearer",
    requirements: ["R19"],
    sentence: "token_type / string / Bearer.",
    async check({ account }) {
      const exchange = await account.requestToken();
      expectEqual(at(exchange.answer.json, "token_type"), "Bearer", "token_type");
    },
  },
];
