import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken answers, access, limits and settings. */
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
  ...mutantsOf("src/http/endpoints/bookings-page-json.ts", "test/interface/list.test.ts", [
    ["records stand beside each other without a comma", 'before = ",";', 'before = "";'],
    ["an empty list shows total_count: 0", "page.totalCount > 0 ?", "page.totalCount >= 0 ?"],
  ]),
  ...mutantsOf("src/usecases/list-bookings.ts", "test/interface/list.test.ts", [
    [
      "the page's offset is one page off",
      "(query.pageNumber - 1) * query.pageSize",
      "query.pageNumber * query.pageSize",
    ],
    [
      "an unknown campaign is no campaign",
      'return { refused: { why: "publicKey" in scope',
      'return null as never;\n  return { refused: { why: "publicKey" in scope',
    ],
  ]),
  ...mutantsOf("src/http/access.ts", "test/interface/access.test.ts", [
    [
      "a disabled endpoint answers",
      "if (caller.account.enabledEndpoints.has(call.endpoint)) return null;",
      "if (call.endpoint.length > 0) return null;",
    ],
    ["any scheme is a bearer token", "/^bearer +(.+)$/i", "/^\\w+ +(.+)$/i"],
  ]),
  ...mutantsOf("src/http/access.ts", "test/http/raw-http.test.ts", [
    [
      "two Authorization headers are one",
      "if (header.length > 1) return",
      "if (header.length > 2) return",
    ],
  ]),
  ...mutantsOf("src/usecases/live-secret.ts", "test/interface/token.test.ts", [
    [
      "a secret outlives its end",
      "secret.expiresAt === null || secret.expiresAt > now",
      "secret.expiresAt !== 0 || now < 0",
    ],
  ]),
  ...mutantsOf("src/usecases/directory.ts", "test/isolation.test.ts", [
    [
      "an unknown host leads to an account",
      "return isLoopbackHost(host) ? this.#onlyDevelopmentAccount : null;",
      "return [...this.#accountsByHost.values()][0] ?? (isLoopbackHost(host) ? this.#onlyDevelopmentAccount : null);",
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
      "parts.refusedTokenLimit.countRefused(address, clientId, parts.limitNow());",
      "",
    ],
  ]),
  ...mutantsOf("src/service/limit-clock.ts", "test/interface/token.test.ts", [
    [
      "rate limits go by the time of day",
      "() => Number(process.hrtime.bigint() / 1_000_000n)",
      "() => Date.now()",
    ],
  ]),
  ...mutantsOf("src/service/connection-limit.ts", "test/http/open-files.test.ts", [
    [
      "idle connections never give way",
      "Math.max(files - reserved - operatorConnectionsMax, Math.ceil(files / 2))",
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
  ...mutantsOf("src/http/call/client-address.ts", "src/http/call/client-address.test.ts", [
    [
      "the caller chooses its address",
      "while (this.trusts(address)) {",
      "while (hops.length > 0) {",
    ],
    ["an IPv6 customer has as many limits as addresses", ".slice(0, 4)", ".slice(0, 8)"],
  ]),
  ...mutantsOf("src/http/endpoints/query-string.ts", "src/http/endpoints/query-string.test.ts", [
    ["a + is a +", 'text.replaceAll("+", " ")', "text"],
  ]),
  ...mutantsOf("src/http/endpoints/json-body.ts", "src/http/endpoints/json-body.test.ts", [
    ["a list is an object", " && !Array.isArray(value)", ""],
    ["broken UTF-8 is repaired", "{ fatal: true }", "{ fatal: false }"],
  ]),
  ...mutantsOf("src/http/endpoints/near-miss.ts", "src/http/endpoints/near-miss.test.ts", [
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
  ...mutantsOf("src/http/admission-control.ts", "src/http/admission-control.test.ts", [
    [
      "nobody is shed in a long turn",
      "now() - began <= turnMs) return true",
      "began >= 0) return true",
    ],
    ["a process that has just started sheds", "this.#entered <= readAtLeast ||", ""],
    ["a turn's work for the database does not count", "    this.#onEnd();\n", ""],
    ["refusals are held without bound", "if (this.#held >= mostHeld) return;", ""],
    [
      "a refusal is answered at once",
      "await this.#clocks.sleep(holdMs * (0.5 + Math.random()));",
      "",
    ],
    [
      "any number may be begun",
      "return this.#open < Math.max(this.#openAtLeast, this.#best);",
      "return this.#open >= 0;",
    ],
  ]),
  ...mutantsOf("src/http/call/raw-request.ts", "test/http/raw-http.test.ts", [
    [
      "two Host headers pass",
      'if (hosts.length !== 1) return "exactly one Host header is required";',
      "",
    ],
    [
      "a GET may carry a body",
      'request.method !== "POST" && announcesBody(request)',
      'request.method === "PUT" && announcesBody(request)',
    ],
  ]),
  ...mutantsOf("src/http/call/request-body.ts", "test/http/raw-http.test.ts", [
    [
      "a body that is announced as too large is waited for",
      "if (length > limitBytes) return tooLarge;",
      "",
    ],
    ["half a body is a body", "request.readableLength === length", "request.readableLength > 0"],
  ]),
  ...mutantsOf("src/http/call/request-body.ts", "test/http/connections.test.ts", [
    [
      "a cancel that was answered 408 is made when its last bytes arrive",
      "this.#onBrokenOff = resolve;",
      "",
    ],
  ]),
  ...mutantsOf("src/http/transport/connection.ts", "test/http/connections.test.ts", [
    [
      "what stands behind the last answer is begun all the same",
      "if (!this.#socket.writable) this.#open = [];",
      "",
    ],
    [
      "what is still read behind the last answer is begun",
      "this.#takesNoMore || !this.#socket.writable",
      "this.#takesNoMore",
    ],
    [
      "requests sent ahead are served side by side",
      "if (this.#open.length === 1) void this.#serveInTurn();",
      "void this.#parts.serve(open, this).then(() => this.#open.shift());",
    ],
    [
      "what stands behind an offer of h2c is a request",
      "if (request.headers.upgrade !== undefined) this.#takesNoMore = true;",
      "",
    ],
    [
      "a body that stops is answered past its request",
      "if (this.#open.length > 0) return false;",
      "if (!isBody && this.#open.length > 0) return false;",
    ],
  ]),
  ...mutantsOf("src/http/transport/connection.ts", "test/lifecycle.test.ts", [
    [
      "of several answers at the end the first says close",
      "this.#open.length === 1 && (this.#takesNoMore || isClosing)",
      "this.#takesNoMore || isClosing",
    ],
  ]),
  ...mutantsOf("src/http/transport/listener.ts", "test/lifecycle.test.ts", [
    [
      "a caller of CONNECT who resets ends the process",
      'socket.on("error", () => socket.destroy());',
      "",
    ],
  ]),
  ...mutantsOf("src/service/serving.ts", "test/lifecycle.test.ts", [
    [
      "the end does not wait for a cancel whose caller has gone",
      "await untilServed(connections, servedLimitMs);",
      "",
    ],
  ]),
  ...mutantsOf("src/http/call/send-answer.ts", "test/http/raw-http.test.ts", [
    ["a refusal has no headers of its own", "if (refusal !== null) headers.push", "void"],
  ]),
  ...mutantsOf("src/service/answer-log.ts", "src/service/answer-log.test.ts", [
    [
      "the log holds a caller's text as it is",
      '"request_id":${JSON.stringify(answer.requestId)}',
      '"request_id":"${answer.requestId}"',
    ],
  ]),
  ...mutantsOf(
    "src/http/rate-limits/address-counts.ts",
    "src/http/rate-limits/address-counts.test.ts",
    [
      ["one more than the limit passes", "if (used >= this.limit)", "if (used > this.limit)"],
      [
        "a window never ends",
        "window !== undefined && isLive(window, this.#options.windowMs, now)",
        "window !== undefined && now > 0",
      ],
      ["what others counted is forgotten", "window.elsewhere = count;", ""],
    ],
  ),
  ...mutantsOf("src/service/settings.ts", "src/service/settings.test.ts", [
    [
      "a variable and its file are both taken",
      "if (given(value) && given(file)) {",
      "if (given(value) && given(file) && value === file) {",
    ],
    [
      "a number too large is accepted",
      "if (number >= least && number <= most) return number;",
      "if (number >= least) return number;",
    ],
    [
      "a database in memory is shared",
      "if (processes === 1 || !inMemory) return processes;",
      "if (processes > 0) return processes;",
    ],
  ]),
  ...mutantsOf("src/http/public-server.ts", "test/http/gone-caller.test.ts", [
    [
      "a cancel whose caller has gone is not recorded",
      "if (response.closed || request.socket.destroyed) resolve();\n    else response",
      "response",
    ],
  ]),
];
