import { mutantsOf, type Mutant } from "./mutant.ts";

/** Broken admission, connections, request bodies, and ends of the public listener. */
export const listenerMutants: readonly Mutant[] = [
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
    ["two Host headers pass", 'headerValues(request, "host").length > 1 ? oneHost : null', "null"],
  ]),
  ...mutantsOf("src/http/pipeline.ts", "test/http/raw-http.test.ts", [
    ["a GET's body has no limit", "call.isLast = true;", ""],
    [
      "a GET's body may break off",
      '"body-too-large") return body;',
      '"body-too-large") return null;',
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
  ...mutantsOf("src/http/transport/connections.ts", "test/http/connections.test.ts", [
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
  ...mutantsOf("src/http/transport/connections.ts", "test/processes/told-to-end.test.ts", [
    [
      "of several answers at the end the first says close",
      "this.#open.length === 1 && (this.#takesNoMore || isClosing)",
      "this.#takesNoMore || isClosing",
    ],
  ]),
  ...mutantsOf("src/http/transport/listener.ts", "test/processes/serve.test.ts", [
    [
      "a caller of CONNECT who resets ends the process",
      'socket.on("error", () => socket.destroy());',
      "",
    ],
  ]),
  ...mutantsOf("src/service/serving.ts", "test/processes/told-to-end.test.ts", [
    [
      "the end does not wait for a cancel whose caller has gone",
      "await untilServed(connections, servedLimitMs);",
      "",
    ],
  ]),
  ...mutantsOf("src/http/call/sent-answer.ts", "test/http/raw-http.test.ts", [
    ["a refusal has no headers of its own", "if (refusal !== null) headers.push", "void"],
  ]),
  ...mutantsOf("src/service/logging.ts", "src/service/answer-log.test.ts", [
    [
      "the log holds a caller's text as it is",
      '"request_id":${JSON.stringify(answer.requestId)}',
      '"request_id":"${answer.requestId}"',
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
