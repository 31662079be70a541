import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken parameters, answers, access, rate limits and settings. */
export const httpMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/http/endpoints/bookings-query.ts",
    "src/http/endpoints/bookings-query.test.ts",
    [
      [
        "a repeated parameter is taken once",
        "if (values.length > 1) throw",
        "if (values.length > 9) throw",
      ],
      [
        "an empty external_id lists somebody",
        'externalId === null || externalId === ""',
        "externalId === null",
      ],
      [
        "both scopes are combined",
        "if (publicKey !== null && name !== null) throw",
        "if (publicKey === name && name !== null) throw",
      ],
    ],
  ),
  ...mutantsOf(
    "src/http/endpoints/bookings-query.ts",
    "src/http/endpoints/bookings-filters.test.ts",
    [
      [
        "page_size has no maximum",
        'Math.min(readInteger(parameters, "page_size") ?? defaultPageSize, pageSizeMax)',
        'readInteger(parameters, "page_size") ?? defaultPageSize',
      ],
      ["page 0 is page 1", "value < minimum || value > maximum", "value > maximum"],
      ["an integer may be 1e2", "/^\\d{1,20}$/.test(text) ? Number(text) : 0", "Number(text)"],
      [
        "CHECKED_IN widens the list",
        "return [...statuses];",
        "return statuses.size === 0 ? null : [...statuses];",
      ],
      [
        "an unknown status is ignored",
        "if (!statusFilters.some((known) => known === value))",
        'if (value === "")',
      ],
      [
        "an unreadable time is ignored",
        "if (instant === null) {",
        'if (instant === null) return null;\n  if (text === "") {',
      ],
    ],
  ),
  ...mutantsOf("src/http/endpoints/fetch-contact-bookings.ts", "test/interface/list.test.ts", [
    ["records stand beside each other without a comma", 'before = ",";', 'before = "";'],
    ["an empty list shows total_count: 0", "page.totalCount > 0 ?", "page.totalCount >= 0 ?"],
  ]),
  ...mutantsOf("src/usecases/list-bookings.ts", "test/interface/list.test.ts", [
    ["the page's offset is one page off", "(pageNumber - 1) * pageSize", "pageNumber * pageSize"],
    [
      "an unknown campaign is no campaign",
      'return { refused: { why: "publicKey" in scope',
      'return null as never;\n  return { refused: { why: "publicKey" in scope',
    ],
  ]),
  ...mutantsOf("src/http/pipeline.ts", "test/interface/access.test.ts", [
    [
      "a disabled endpoint answers",
      "if (caller.account.enabledEndpoints.has(call.endpoint)) return null;",
      "if (call.endpoint.length > 0) return null;",
    ],
    ["any scheme is a bearer token", "/^bearer +(.+)$/i", "/^\\w+ +(.+)$/i"],
  ]),
  ...mutantsOf("src/http/pipeline.ts", "test/http/raw-http.test.ts", [
    [
      "two Authorization headers are one",
      "if (header.length > 1) return",
      "if (header.length > 2) return",
    ],
  ]),
  ...mutantsOf("src/usecases/directory.ts", "test/interface/rotation.test.ts", [
    [
      "a secret outlives its end",
      "secret.expiresAt === null || secret.expiresAt > now",
      "secret.expiresAt !== 0 || now < 0",
    ],
  ]),
  ...mutantsOf("src/store/accounts/directory.ts", "test/interface/rotation.test.ts", [
    ["an emergency rotation goes by a clock", '.where("hash", "<>", hashOfNothing)', ""],
  ]),
  ...mutantsOf("src/usecases/directory.ts", "test/isolation.test.ts", [
    [
      "an unknown host leads to an account",
      "return isLoopbackHost(host) ? this.#onlyDevelopmentAccount() : null;",
      "return [...this.#accounts.values()][0]?.known ?? null;",
    ],
  ]),
  ...mutantsOf("src/usecases/directory.ts", "test/directory.test.ts", [
    [
      "a database that was put back is taken for the one that was known",
      "from === null || found.version !== from.version || found.stamp !== from.stamp",
      "from === null || found.version !== from.version",
    ],
    [
      "an account's change takes a host that another has meanwhile",
      "if (this.#ownersOfHosts.get(host) === id) this.#ownersOfHosts.delete(host);",
      "this.#ownersOfHosts.delete(host);",
    ],
    [
      "a revoked client stays",
      "if (client === null) clients.delete(clientId);",
      "if (client === null) continue;",
    ],
  ]),
  ...mutantsOf("src/store/accounts/directory.ts", "test/directory.test.ts", [
    [
      "changes of another timeline are read",
      "if (!isWhole || known[0]?.stamp !== from.stamp || known.at(-1)?.stamp !== to.stamp) return null;",
      "if (!isWhole) return null;",
    ],
    [
      "a change that is not told is not read",
      "if (!isWhole || known[0]?.stamp",
      "if (known[0]?.stamp",
    ],
  ]),
  ...mutantsOf("src/http/endpoints/oauth-token.ts", "test/interface/token.test.ts", [
    [
      "any grant_type is good",
      'fields["grant_type"] !== TokenRequest.properties.grant_type.const',
      'fields["grant_type"] === ""',
    ],
    [
      "an empty secret is a secret",
      'typeof value === "string" && value !== ""',
      'typeof value === "string"',
    ],
  ]),
  ...mutantsOf("src/http/endpoints/oauth-token.ts", "test/http/rate-limits.test.ts", [
    [
      "refused requests are not counted",
      "parts.refusedTokenLimit.countRefused(sender, parts.limitNow());",
      "",
    ],
  ]),
  ...mutantsOf("src/service/shared-limits.ts", "test/http/rate-limits.test.ts", [
    [
      "rate limits go by the time of day",
      "() => Number(process.hrtime.bigint() / 1_000_000n)",
      "() => Date.now()",
    ],
  ]),
  ...mutantsOf("src/service/connection-limit.ts", "test/http/open-files.test.ts", [
    [
      "idle connections never give way",
      "Math.max(files - filesBesideCallers(settings), Math.ceil(files / 2))",
      "Infinity",
    ],
  ]),
  ...mutantsOf("src/http/call/answers.ts", "src/http/call/answers.test.ts", [
    [
      "a call without a token gets a code",
      'code === null ? { error: "Unauthorized", message } : { code, message }',
      "{ code, message }",
    ],
  ]),
  ...mutantsOf("contract/errors.ts", "test/interface/cancel.test.ts", [
    [
      "an unknown booking is 404",
      '"unknown-booking": {\n    status: 500,',
      '"unknown-booking": {\n    status: 404,',
    ],
    [
      "a second cancel is 409",
      '"ticket-already-cancelled": {\n    status: 400,',
      '"ticket-already-cancelled": {\n    status: 409,',
    ],
  ]),
  ...mutantsOf("src/http/endpoints/large-lists.ts", "src/http/endpoints/large-lists.test.ts", [
    [
      "the deepest pages of a contact hold up everybody",
      "    if ((pageNumber - 1) * pageSize > ordinaryOffset) return true;\n",
      "",
    ],
    [
      "as many large lists wait as come",
      "this.#waiting.length + 1 >= mostAtOnce",
      "mostAtOnce < 0",
    ],
  ]),
  ...mutantsOf("src/http/call/raw-request.ts", "src/http/call/client-address.test.ts", [
    [
      "the caller chooses its address",
      "while (this.trusts(address)) {",
      "while (hops.length > 0) {",
    ],
    ["an IPv6 customer has as many limits as addresses", ".slice(0, 4)", ".slice(0, 8)"],
    ["all IPv4 callers behind a gateway are one", "0x64, 0xff9b", "0x64, 0xff9c"],
  ]),
  ...mutantsOf("src/http/call/request-body.ts", "src/http/endpoints/query-string.test.ts", [
    ["a + is a +", 'text.replaceAll("+", " ")', "text"],
  ]),
  ...mutantsOf("src/domain/json.ts", "src/http/call/request-body.test.ts", [
    ["a list is an object", " && !Array.isArray(value)", ""],
  ]),
  ...mutantsOf("src/http/call/request-body.ts", "src/http/call/request-body.test.ts", [
    ["broken UTF-8 is repaired", "{ fatal: true }", "{ fatal: false }"],
  ]),
  ...mutantsOf("src/http/endpoints/bookings-query.ts", "src/http/endpoints/near-miss.test.ts", [
    ["a name with brackets is ignored", '    .replaceAll(/\\[\\d*\\]/g, "")\n', ""],
    ["a singular is ignored", '    .replace(/[es]+$/, "")', ""],
  ]),
  ...mutantsOf("src/usecases/list-bookings.ts", "src/usecases/list-bookings.test.ts", [
    [
      "an external id that cannot be stored is looked up",
      "if (!isExternalId(query.externalId)) return { bookings: [], totalCount: 0 };",
      "",
    ],
  ]),
  ...mutantsOf("src/http/rate-limits/rate-limits.ts", "src/http/rate-limits/rate-limits.test.ts", [
    ["one more than the limit passes", "if (used >= this.limit)", "if (used > this.limit)"],
    [
      "a window never ends",
      "window !== undefined && isLive(window, now)",
      "window !== undefined && now > 0",
    ],
    ["what others counted is forgotten", "window.elsewhere = count;", ""],
  ]),
  ...mutantsOf("src/service/variables.ts", "src/service/settings.test.ts", [
    [
      "a variable and its file are both taken",
      'if (value !== "" && file !== "") {',
      'if (value !== "" && file !== "" && value === file) {',
    ],
    [
      "a number too large is accepted",
      "if (number >= least && number <= most) return number;",
      "if (number >= least) return number;",
    ],
  ]),
  ...mutantsOf("src/service/settings.ts", "src/service/settings.test.ts", [
    [
      "a database in memory is shared",
      "if (processes === 1 || !inMemory) return processes;",
      "if (processes > 0) return processes;",
    ],
  ]),
];
