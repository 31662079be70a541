import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGenerator, type Generator } from "../load/generator.ts";
import type { RequestPattern } from "../load/load-order.ts";
import { buildCompiled, type Compiled } from "../programs/build-compiled.ts";
import { startProgram, type Program, type ProgramOrder } from "../programs/start-program.ts";
import { startCompiled, startReference } from "../programs/start-reference.ts";
import { startService, type ServiceProgram } from "../programs/start-service.ts";
import { compiledOrder, type CompiledName } from "../references/compiled-order.ts";
import type { ReferenceName } from "../references/references.ts";
import {
  sqliteIn,
  startPostgresEngine,
  type BenchEngine,
  type EngineName,
} from "../world/engines.ts";
import { makeProgram } from "../../scripts/testing/make-program.ts";
import type { Target } from "./target.ts";

/** The files, servers and load of one benchmark run; everything is removed at the end. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), "booking-bench-"));
  readonly generator: Generator = startGenerator();
  readonly #engines = new Map<EngineName, BenchEngine>();
  readonly #programs = new Set<Program>();
  #compiled: Compiled | null = null;
  #bundle: Promise<string> | null = null;
  #made = 0;

  /** The engine; the first call starts it. */
  async engine(name: EngineName): Promise<BenchEngine> {
    const known = this.#engines.get(name);
    if (known !== undefined) return known;
    const engine = name === "sqlite" ? sqliteIn(this.folder) : await startPostgresEngine();
    this.#engines.set(name, engine);
    return engine;
  }

  /** A name that is unique on this stage. */
  newName(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${this.#made}`;
  }

  service(databaseUrl: string, processes = 1): Promise<ServiceProgram> {
    const log = join(this.folder, this.newName("service"));
    return this.#keep(startService(databaseUrl, { log, processes }));
  }

  /** The same with counters inside; `program` is a path, the sources where it is absent. */
  countedService(databaseUrl: string, program?: string): Promise<ServiceProgram> {
    const log = join(this.folder, this.newName("service"));
    const options = { log, counted: true, ...(program !== undefined && { program }) };
    return this.#keep(startService(databaseUrl, options));
  }

  countedReference(
    name: ReferenceName,
    databaseUrl: string,
    extra: readonly string[] = [],
  ): Promise<Program> {
    const log = join(this.folder, this.newName("reference"));
    return this.#keep(startReference(name, databaseUrl, { log, extra, counted: true }));
  }

  /** The path of the program as the released package contains it; the first call bundles it. */
  bundle(): Promise<string> {
    return (this.#bundle ??= makeProgram(this.folder));
  }

  async bundledService(databaseUrl: string): Promise<ServiceProgram> {
    const program = await this.bundle();
    const log = join(this.folder, this.newName("service"));
    return this.#keep(startService(databaseUrl, { log, program }));
  }

  reference(
    name: ReferenceName,
    databaseUrl: string,
    extra: readonly string[] = [],
  ): Promise<Program> {
    const log = join(this.folder, this.newName("reference"));
    return this.#keep(startReference(name, databaseUrl, { log, extra }));
  }

  /** The references in Go; the first call builds them. */
  get compiled(): Compiled {
    this.#compiled ??= buildCompiled(this.folder);
    return this.#compiled;
  }

  /** The same reference in Go; none where this machine cannot build it. */
  async inGo(
    name: CompiledName,
    databaseUrl: string,
    extra: readonly string[] = [],
  ): Promise<Program[]> {
    const { compiled } = this;
    if ("missing" in compiled) return [];
    const log = join(this.folder, this.newName("reference"));
    const order = compiledOrder(name, databaseUrl, extra);
    return [await this.#keep(startCompiled(compiled.executable, order, { log }))];
  }

  program(order: Omit<ProgramOrder, "log">): Promise<Program> {
    return this.#keep(startProgram({ ...order, log: join(this.folder, this.newName("program")) }));
  }

  async #keep<Kept extends Program>(starting: Promise<Kept>): Promise<Kept> {
    const program = await starting;
    this.#programs.add(program);
    return program;
  }

  /** Ends these programs, or all. */
  async stop(programs: Iterable<Program> = [...this.#programs]): Promise<void> {
    for (const program of programs) {
      this.#programs.delete(program);
      await program.stop();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.generator[Symbol.dispose]();
    await this.stop();
    for (const engine of this.#engines.values()) await engine[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** How much is measured: few rounds for a quick look, more for figures to keep. */
export interface Pace {
  readonly rounds: number;
  /** Requests before the first round. */
  readonly warmUps: number;
  /** The time limit of these requests. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly bookings: number;
  readonly cancelsPerRound: number;
}

export const callers = 32;

/** How a pace loads compared servers: in turn, by callers who wait for their answers. */
export function inTurn(pace: Pace) {
  return {
    rounds: pace.rounds,
    warmUps: pace.warmUps,
    warmUpSeconds: pace.warmUpSeconds,
    limits: {
      connections: callers,
      seconds: pace.seconds,
      requests: Number.MAX_SAFE_INTEGER,
      rate: null,
    },
  };
}

/** Makes a target of a server, with its database server where there is one. */
export function targetOf(
  name: string,
  program: Program,
  pattern: RequestPattern,
  engine: BenchEngine | null,
): Target {
  return {
    name,
    program,
    pattern,
    watched: [program.pid, ...(engine?.servers ?? [])],
    lateWorkMs: 0,
    success: 200,
    used: { values: 0 },
  };
}
