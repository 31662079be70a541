import type { NamedBooking } from "../facts.ts";
import type { Rule } from "../rule.ts";
import { Caller, paths, type ObtainToken } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { expect } from "./expect.ts";
import type { Kit } from "./kit.ts";
import { Breach, NoAnswer, Skipped } from "./outcome.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { Secrets } from "./secrets.ts";
import { Wire, type Outgoing, type Place } from "./send.ts";
import type { Target } from "./target.ts";
import type { Verdict } from "./verdict.ts";

export interface RunOptions {
  /** Sends no cancel that carries a token. */
  readonly readOnly: boolean;
  /** Leaves out the rules that rest on a decision where the interface is silent. */
  readonly interfaceOnly: boolean;
  /** The longest single wait, for a token's expiry or a rate limit's window. */
  readonly waitMsMax: number;
}

export interface RunParts {
  readonly rules: readonly Rule[];
  readonly target: Target;
  readonly options: RunOptions;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly randomUuid: () => string;
  /** Obtains tokens through another client than the kit's own. */
  readonly obtainToken?: ObtainToken;
  /** Called before a rule begins, and after it has ended. */
  readonly onRule?: (rule: Rule, verdict: Verdict | null) => void;
}

/** After this many rules in a row without any answer, the run takes the target for unreachable. */
const silentRulesMax = 3;
/** How many 429s of one request are waited out before the next is taken as the answer. */
const patienceMax = 3;

/** Runs the rules one after the other, those that look back last. */
export async function runRules(parts: RunParts): Promise<Verdict[]> {
  const run = new Run(parts);
  try {
    const verdicts: Verdict[] = [];
    for (const rule of parts.rules.toSorted((a, b) => order(a) - order(b))) {
      parts.onRule?.(rule, null);
      const verdict = await run.tryRule(rule);
      parts.onRule?.(rule, verdict);
      verdicts.push(verdict);
    }
    return verdicts;
  } finally {
    run.close();
  }
}

function order(rule: Rule): number {
  return rule.looksBack === true ? 1 : 0;
}

class Run {
  readonly #parts: RunParts;
  readonly #wire: Wire;
  readonly #tokens = new Map<string, string>();
  readonly #history: Exchange[] = [];
  readonly #taken = new Set<string>();
  /** The status of each booking when the run first read it. */
  readonly #firstSeen = new Map<string, string>();
  #exchanges: Exchange[] = [];
  #rule: Rule | null = null;
  /** Rules in a row without any answer. */
  #silentRules = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#wire = new Wire(parts.now);
  }

  close(): void {
    this.#wire.close();
  }

  async tryRule(rule: Rule): Promise<Verdict> {
    this.#exchanges = [];
    this.#rule = rule;
    const startedAt = this.#parts.now();
    const over = () => ({ rule, exchanges: this.#exchanges, ms: this.#parts.now() - startedAt });
    try {
      this.#refuseToTry(rule);
      await rule.check(this.#kit());
      if (this.#exchanges.length > 0) this.#silentRules = 0;
      return { verdict: "pass", ...over() };
    } catch (error) {
      if (error instanceof Skipped) {
        return { verdict: "skip", reason: error.reason, message: error.message, ...over() };
      }
      const silent = error instanceof NoAnswer && this.#exchanges.length === 0;
      this.#silentRules = silent ? this.#silentRules + 1 : 0;
      const message = error instanceof Error ? error.message : String(error);
      const shownBy =
        (error instanceof Breach ? error.shownBy : undefined) ?? this.#exchanges.at(-1);
      const failed = error instanceof Breach ? message : `No answer to look at: ${message}`;
      return { verdict: "fail", message: failed, shownBy, ...over() };
    }
  }

  #refuseToTry(rule: Rule): void {
    const { options, target } = this.#parts;
    if (options.readOnly && rule.cancels === true) {
      throw new Skipped("read-only", "It sends a cancel, and this run is read-only.");
    }
    if (options.interfaceOnly && (rule.decisions?.length ?? 0) > 0) {
      throw new Skipped("interface-only", `It rests on ${rule.decisions?.join(", ")}.`);
    }
    if (this.#silentRules >= silentRulesMax && rule.looksBack !== true) {
      throw new Skipped("target-gone", "The target had stopped answering, so it was not tried.");
    }
    const missing = (rule.needs ?? []).filter((name) => target.facts[name] === undefined);
    if (missing.length > 0) {
      throw new Skipped("needs-data", `The data file does not tell ${missing.join(", ")}.`);
    }
  }

  #kit(): Kit {
    const { target, secrets, now, randomUuid } = this.#parts;
    const account = this.#caller(target.place, target.credentials);
    return {
      account,
      callerAt: ({ base_url, host, credentials }) =>
        this.#caller(
          {
            base_url: base_url ?? target.place.base_url,
            // Another address is another host, unless one is named.
            ...hostOf(host ?? (base_url === undefined ? target.place.host : undefined)),
          },
          credentials ?? target.credentials,
        ),
      fact: (name) => {
        const fact = target.facts[name];
        if (fact === undefined || this.#rule?.needs?.includes(name) !== true) {
          throw new Error(`${this.#rule?.name} does not declare that it needs ${name}.`);
        }
        return fact;
      },
      take: (name) => this.#take(name, account),
      listed: async () => {
        const external_id = target.facts.listed?.external_id ?? "";
        const records = await account.records({ external_id });
        expect(records.length > 0, "the contact `listed` has no bookings in the answer");
        return records;
      },
      history: () => {
        if (this.#history.length > 0) return this.#history;
        throw new Skipped("nothing-seen", "No answer came that could be looked at.");
      },
      holdsSecret: (text) => secrets.occursIn(text),
      wait: (ms) => this.#wait(ms),
      now,
      unknownId: randomUuid,
    };
  }

  async #take(
    name: "cancellable" | "cancellable_waitlist",
    account: Caller,
  ): Promise<NamedBooking> {
    const wanted = name === "cancellable" ? "CONFIRMED" : "WAITLIST";
    for (const named of this.#parts.target.facts[name] ?? []) {
      if (this.#taken.has(named.booking)) continue;
      this.#taken.add(named.booking);
      const before = this.#firstSeen.get(named.booking);
      const now = await this.#statusOf(named, account);
      const untouched = before === undefined || before === now;
      expect(untouched, `booking ${named.booking} reads ${now}, and nobody cancelled it`);
      if (now === wanted) return named;
    }
    throw new Skipped(
      "needs-data",
      `The data file's ${name} names no further booking that reads ${wanted}.`,
    );
  }

  /** The first read of a contact also remembers the status of its other bookings. */
  async #statusOf({ external_id, booking }: NamedBooking, account: Caller): Promise<string> {
    const records = await account.records({ external_id });
    for (const record of records) {
      const id = String(record["booking"]);
      if (!this.#firstSeen.has(id)) this.#firstSeen.set(id, String(record["booking_status"]));
    }
    return String(records.find((record) => record["booking"] === booking)?.["booking_status"]);
  }

  #caller(place: Place, credentials: Target["credentials"]): Caller {
    this.#parts.secrets.add(credentials.client_secret, "secret");
    const send = (to: Place, outgoing: Outgoing) => this.#send(to, outgoing);
    const { obtainToken } = this.#parts;
    return new Caller({ place, credentials, send, tokens: this.#tokens, obtainToken });
  }

  async #send(place: Place, outgoing: Outgoing): Promise<Exchange> {
    this.#refuseCancelInReadOnlyRun(outgoing);
    const sent = outgoing.headers?.["authorization"] ?? "";
    this.#parts.secrets.addLookalike(sent.replace(/^(Bearer|Basic) /, ""));
    for (let tries = 1; ; tries += 1) {
      const exchange = await this.#wire.send(place, outgoing).catch((error: unknown) => {
        throw new NoAnswer(error instanceof Error ? error.message : String(error), {
          cause: error,
        });
      });
      const { access_token } = (exchange.answer.json ?? {}) as { access_token?: unknown };
      this.#parts.secrets.add(access_token, "token");
      this.#exchanges.push(exchange);
      this.#history.push(exchange);
      const { status, headers } = exchange.answer;
      const limited = status === 429 && this.#rule?.needs?.includes("rate_limited") !== true;
      if (!limited || tries > patienceMax) return exchange;
      // The kit is a caller too and backs off on a 429.
      await this.#wait(retryAfterMs(headers["retry-after"], this.#parts.now()));
    }
  }

  /**
   * The second check behind `Rule.cancels`: in a read-only run, a rule without that mark fails instead of
   * cancelling.
   */
  #refuseCancelInReadOnlyRun({ method, path, headers }: Outgoing): void {
    const cancels = method === "POST" && decodeURIComponent(path).startsWith(paths.cancel);
    const authorized = Object.keys(headers ?? {}).some((name) => name === "authorization");
    if (this.#parts.options.readOnly && cancels && authorized) {
      throw new Error(`${this.#rule?.name} would cancel in a read-only run.`);
    }
  }

  async #wait(ms: number): Promise<void> {
    if (!(ms <= this.#parts.options.waitMsMax)) {
      throw new Skipped(
        "would-wait",
        `It would have to wait ${Math.ceil(ms / 1000)} s: allow that with --max-wait.`,
      );
    }
    await this.#parts.wait(ms);
  }
}

function hostOf(host: string | undefined): { host?: string } {
  return host === undefined ? {} : { host };
}
