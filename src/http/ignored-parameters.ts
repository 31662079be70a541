import type { FastifyReply } from "fastify";

const maxNames = 20;
const maxNameLength = 64;

/**
 * Names what a request carried and the service ignored, in `X-Ignored-Parameters`: a mistyped
 * `public_key=` would otherwise widen the result without a word. Not on production accounts (A17).
 */
export function tellIgnored(
  reply: FastifyReply,
  isProduction: boolean,
  given: Iterable<string>,
  known: ReadonlySet<string>,
): void {
  if (isProduction) return;
  const ignored = [...new Set(given)]
    .filter((name) => name !== "" && !known.has(name))
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  if (ignored.length > 0) reply.header("x-ignored-parameters", ignored.join(", "));
}
