import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { program, programWords } from "./program.ts";

/** A command's end and output. */
export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A service that a command runs. */
export interface Serving extends AsyncDisposable {
  readonly api: string;
  /** Ends it by SIGTERM, and expects status 0. */
  stop(): Promise<void>;
}

/** The commands of a page of `docs/`, run in a shell as they are written. */
export class PageCommands {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #commands: readonly string[];
  readonly #done: string[] = [];

  constructor(page: string, folder: string, environment: Record<string, string>) {
    const text = readFileSync(page, "utf8");
    this.#folder = folder;
    // `doctor` would name what other tests left among the system's temporary files.
    this.#environment = { TMPDIR: folder, ...environment };
    this.#commands = [...commandsInBlocks(text), ...commandsInSentences(text)];
  }

  /**
   * Runs the page's command that begins so, and expects it to succeed. `standIns` replace its
   * placeholders, and `options` are added: those that the page names in a remark.
   */
  run(beginning: string, standIns: Record<string, string> = {}, options = ""): string {
    const { status, out, err } = this.try(beginning, standIns, options);
    assert.equal(status, 0, `${beginning}: ${err}`);
    return out;
  }

  /** The same, whatever its end. */
  try(beginning: string, standIns: Record<string, string> = {}, options = ""): Ran {
    const script = this.#script(beginning, standIns, options);
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", script], {
      cwd: this.#folder,
      env: { PATH: process.env["PATH"], ...this.#environment },
      encoding: "utf8",
    });
    return { status, out: stdout, err: stderr };
  }

  /** Starts a command that serves, and waits for the line `ready` of its log. */
  async serve(beginning: string, environment: Record<string, string> = {}): Promise<Serving> {
    const child = spawn("sh", ["-ec", this.#script(beginning, {}, "", "exec ")], {
      cwd: this.#folder,
      env: { PATH: process.env["PATH"], ...this.#environment, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const ready = Promise.withResolvers<{ api: string }>();
    void ended.then((status) => ready.reject(new Error(`${beginning} ended with ${status}.`)));
    createInterface(child.stdout).on("line", (line) => {
      if (line.includes('"msg":"ready"')) ready.resolve(JSON.parse(line));
    });
    const { api } = await ready.promise;
    return {
      api,
      stop: async () => {
        child.kill("SIGTERM");
        assert.equal(await ended, 0);
      },
      [Symbol.asyncDispose]: async () => {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  /** The page's commands that did not run; a part such as `booking verify` ran within a longer one. */
  get left(): string[] {
    const done = this.#done.map(wordsOf);
    return this.#commands.filter(
      (command) => !done.some((words) => wordsOf(command).every((word) => words.includes(word))),
    );
  }

  #script(beginning: string, standIns: Record<string, string>, options: string, how = ""): string {
    const written =
      this.#commands.find((command) => command === beginning) ??
      this.#commands.find((command) => command.startsWith(beginning));
    assert.ok(written !== undefined, `the page has no command ${beginning}`);
    this.#done.push(`${written} ${options}`);
    let line = written;
    for (const [placeholder, value] of Object.entries(standIns))
      line = line.replaceAll(placeholder, value);
    const start = [program, ...programWords].map((word) => `'${word}'`).join(" ");
    // The page's `npx booking` and `booking` are this program, and its day is the one of its example.
    return `${line} ${options}`
      .replace(/^((?:[A-Z]+=\d+ )?)(?:npx )?booking /, (_, set: string) => `${set}${how}${start} `)
      .replace("$(date +%F)", "2030-05-01");
  }
}

/** Each as it is written, without the remark behind it; one may have several lines. */
function commandsInBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)]
    .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split(/\n(?! {4})/))
    .map((command) => command.replace(/ +#.*$/, "").trim())
    .filter((command) => command !== "");
}

/** The `npx booking …` that stands for any command has no words of its own. */
function commandsInSentences(text: string): string[] {
  return [...text.matchAll(/`((?:npx\s|[A-Z]+=\d+\s)?booking\s[^`…]+)`/g)].map(([, command = ""]) =>
    command.replaceAll(/\s+/g, " "),
  );
}

function wordsOf(command: string): string[] {
  return command.replace(/^npx /, "").split(/\s+/);
}
