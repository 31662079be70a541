import type { WriteStream } from "node:tty";
import type { Secrets } from "../engine/secrets.ts";
import type { Verdict } from "../engine/verdict.ts";
import type { Rule } from "../rule.ts";

/** Prints the progress of a run: a line for each rule, and on a terminal also the rule that is running. */
export class Progress {
  readonly #out: WriteStream;
  readonly #total: number;
  readonly #quiet: boolean;
  readonly #secrets: Secrets;
  #over = 0;

  constructor(out: WriteStream, total: number, quiet: boolean, secrets: Secrets) {
    this.#out = out;
    this.#total = total;
    this.#quiet = quiet;
    this.#secrets = secrets;
  }

  readonly onRule = (rule: Rule, verdict: Verdict | null): void => {
    this.#clear();
    if (verdict !== null) {
      this.#over += 1;
      if (!this.#quiet) this.#out.write(`${this.#line(verdict)}\n`);
    }
    const place = `${String(this.#over).padStart(String(this.#total).length)}/${this.#total}`;
    if (this.#out.isTTY) this.#out.write(`${place} ${rule.name}`);
  };

  end(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.#out.isTTY) this.#out.write("\r\u001B[K");
  }

  #line(found: Verdict): string {
    const mark = { pass: "ok  ", fail: "FAIL", skip: "skip" }[found.verdict];
    const colour = { pass: 32, fail: 31, skip: 33 }[found.verdict];
    const shown = this.#out.isTTY ? `\u001B[${colour}m${mark}\u001B[0m` : mark;
    const line = `${shown} ${found.rule.name} (${found.rule.requirements.join(", ")})`;
    if (found.verdict === "pass") return line;
    return `${line}\n       ${harmless(this.#secrets.mask(found.message))}`;
  }
}

/** Removes control characters, since a message may contain the target's text. */
function harmless(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
