import { paths } from "./caller.ts";
import type { Exchange } from "./exchange.ts";

/** The answers that one endpoint gave with this status. */
export function answersOfPath(
  history: readonly Exchange[],
  endpoint: keyof typeof paths,
  status: number,
): Exchange[] {
  return history.filter(
    ({ request, answer }) =>
      answer.status === status && new URL(request.url).pathname.endsWith(paths[endpoint]),
  );
}
