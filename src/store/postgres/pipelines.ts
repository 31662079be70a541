import type { ClientConfig } from "pg";
import type { ValueRow } from "../engine.ts";
import type { ConnectionParts } from "./connection.ts";
import { Pipeline, type PipelineOptions } from "./pipeline.ts";

/**
 * The pipeline of the database and, in a Citus database, one for each node: answers come in the order of the
 * statements, so a statement behind one for a node that hangs would wait for that node.
 */
export class Pipelines {
  readonly #config: ClientConfig;
  readonly #parts: ConnectionParts;
  readonly #options: PipelineOptions;
  readonly #shared: Pipeline;
  readonly #ofNodes = new Map<string, Pipeline>();

  constructor(config: ClientConfig, parts: ConnectionParts, options: PipelineOptions) {
    this.#config = config;
    this.#parts = parts;
    this.#options = options;
    this.#shared = new Pipeline(config, parts, options);
  }

  read(text: string, values: readonly unknown[]): Promise<readonly ValueRow[]> {
    return this.#present.read(text, values);
  }

  async close(): Promise<void> {
    const all = [this.#shared, ...this.#ofNodes.values()];
    await Promise.all(all.map((pipeline) => pipeline.close()));
  }

  get #present(): Pipeline {
    const node = this.#parts.nodes.current;
    if (node === null) return this.#shared;
    const known = this.#ofNodes.get(node.name);
    if (known !== undefined) return known;
    const { liveness } = node;
    const pipeline = new Pipeline(this.#config, { ...this.#parts, liveness }, this.#options);
    this.#ofNodes.set(node.name, pipeline);
    return pipeline;
  }
}
