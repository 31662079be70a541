import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken locks on the operator's side. */
export const operatorMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/bookings/transaction.ts", "test/races.test.ts", [
    [
      "a key's record is not written with its booking",
      "const requests = once && [",
      'const requests = once && once.attempt === "" && [',
    ],
  ]),
  ...mutantsOf(
    "src/operator/api/state/sign-in-codes.ts",
    "src/operator/api/state/sign-in-codes.test.ts",
    [
      ["a one-time code is good again and again", "this.#codes.delete(hash);", ""],
      ["a one-time code never ends", "known.endsAt <= now", "known.endsAt < 0"],
      [
        "a one-time code is lost where its work fails",
        "if (!isDone) this.#codes.set(hash, known);",
        "",
      ],
    ],
  ),
  ...mutantsOf("src/store/accounts/operator-sessions.ts", "test/operator-api/sessions.test.ts", [
    ["a session never ends", '.where("ends_at", ">", now)', ""],
    [
      "signing out signs everybody out",
      '.deleteFrom("operator_session").where("id", "=", id)',
      '.deleteFrom("operator_session")',
    ],
    ["a session's secret is stored", 'createHash("sha256").update(secret).digest("hex")', "secret"],
  ]),
  ...mutantsOf("src/operator/api/state/open-session.ts", "test/operator-api/signing-in.test.ts", [
    [
      "any token of the right length is a session's",
      "&& timingSafeEqual(sent, expected)",
      "&& sent !== expected",
    ],
  ]),
  ...mutantsOf("src/operator/api/session/authenticate.ts", "test/operator-api/signing-in.test.ts", [
    [
      "a session changes things without its token",
      'comesFromElsewhere(request) || !carriesToken(session, String(token ?? ""))',
      "comesFromElsewhere(request) || token === session.keyHash",
    ],
    [
      "another site changes things in a session",
      "return comesFromElsewhere(request) || !carriesToken",
      "return !carriesToken",
    ],
  ]),
  ...mutantsOf("src/store/accounts/last-admin.ts", "test/operator-api/change-operator.test.ts", [
    [
      "an admin whose key ends is the other one",
      '.where("limits", "is", null)',
      '.where("role", "=", "admin")',
    ],
    [
      "a revoked admin is the other one",
      '.where("revoked_at", "is", null)',
      '.where("role", "=", "admin")',
    ],
  ]),
  ...mutantsOf("src/operator/api/session/authenticate.ts", "test/operator-api/revoked.test.ts", [
    [
      "an import goes on after its session was ended",
      "await parts.store.sessions.wasEnded(session)",
      "session.id === null",
    ],
  ]),
  ...mutantsOf(
    "src/operator/api/state/failed-requests.ts",
    "test/operator-api/signing-in.test.ts",
    [
      [
        "keys may be guessed without end",
        "limitKey(address), performance.now());\n    if (state?.limited !== true)",
        "limitKey(address), performance.now());\n    if (state?.limited !== null)",
      ],
    ],
  ),
  ...mutantsOf("src/operator/api/session/cookies.ts", "test/operator-api/signing-in.test.ts", [
    ["a script reads the session's cookie", "HttpOnly; ", ""],
    ["of two session cookies the first counts", "|| more.length > 0", "|| more.length < 0"],
  ]),
  ...mutantsOf("src/operator/pages-and-api.ts", "test/operator-api/signing-in.test.ts", [
    [
      "an API host leads to the operator's side by a proxy's header",
      '...(Array.isArray(forwarded) ? forwarded : (forwarded ?? "").split(",")),',
      "",
    ],
  ]),
  ...mutantsOf("src/operator/api/request/wire.ts", "src/operator/api/request/compilers.test.ts", [
    [
      "an undocumented field leaves the operator API",
      "serializerOf(schema)(value);",
      "schema && JSON.stringify(value);",
    ],
    [
      "a parameter counts that there is not",
      "value instanceof BadInput ? value : validate(value)",
      "value instanceof BadInput ? null : validate(value)",
    ],
  ]),
  ...mutantsOf("src/operator/pages/serve-pages.ts", "src/operator/pages/serve-console.test.ts", [
    [
      "a missing script is answered with a page",
      " || !isPage(request)) return notFound(reply);",
      ") return notFound(reply);",
    ],
    ["a monitor's path is answered with a page", "!ofConsole.test(path) || ", ""],
  ]),
];
