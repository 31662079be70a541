import { paths } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { Skipped } from "./outcome.ts";

/** The exchanges below /v1/: the interface says nothing about other paths at the address. */
export function insideTheVersion(history: readonly Exchange[]): Exchange[] {
  return history.filter(({ request }) => new URL(request.url).pathname.includes("/v1/"));
}

/** One endpoint's answers with this status; at least one. */
export function answersOfPath(
  history: readonly Exchange[],
  endpoint: keyof typeof paths,
  status: number,
): Exchange[] {
  const answers = history.filter(
    ({ request, answer }) =>
      answer.status === status && new URL(request.url).pathname.endsWith(paths[endpoint]),
  );
  if (answers.length > 0) return answers;
  throw new Skipped("nothing-seen", `No answer ${status} of ${paths[endpoint]} was seen.`);
}
