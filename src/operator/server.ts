import { fastify, type FastifyInstance } from "fastify";
import type { SchemaState } from "../store/migrate.ts";
import type { Metrics } from "./metrics.ts";
import { serveReference } from "./reference/serve-reference.ts";

export interface OperatorServerParts {
  readonly metrics: Pick<Metrics, "render">;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  schemaState(): Promise<SchemaState>;
  /** Null when callers are served as they should be. */
  whyNotServing(): Promise<string | null>;
  /** True from the moment the process was told to end. */
  isClosing(): boolean;
}

/** The operator's listener: health, metrics and the reference. Not yet listening. */
export function createOperatorServer(parts: OperatorServerParts): FastifyInstance {
  const server = fastify({
    logger: false,
    return503OnClosing: false,
    requestTimeout: 10_000,
    connectionTimeout: 10_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  });

  server.get("/livez", async () => ({ status: "alive" }));

  server.get("/readyz", async (_request, reply) => {
    const reason = await whyNotReady(parts);
    return reason === null
      ? { status: "ready" }
      : reply.code(503).send({ status: "not ready", reason });
  });

  server.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await parts.metrics.render();
    return reply.header("content-type", contentType).send(text);
  });

  serveReference(server);

  return server;
}

async function whyNotReady(parts: OperatorServerParts): Promise<string | null> {
  if (parts.isClosing()) return "The process is shutting down.";
  try {
    await parts.ping();
    const state = await parts.schemaState();
    if (state !== "current") return `The database's schema is ${state} than this program.`;
  } catch {
    return "The database does not answer.";
  }
  return parts.whyNotServing();
}
