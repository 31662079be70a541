import { isRefused } from "../domain/refusal.ts";
import { refusalText } from "../operations/machinery/problems.ts";
import type { UseCaseRefusal } from "../operations/machinery/refusals.ts";
import { CommandFailed } from "./command-context.ts";

type Done<T> = Exclude<T, { readonly refused: UseCaseRefusal }>;

/** The value of an operator's use case; a refusal ends the command with exit status 1. */
export function orFail<T extends object>(
  answer: T | { readonly refused: UseCaseRefusal },
): Done<T> {
  if (isRefused<UseCaseRefusal>(answer)) {
    throw new CommandFailed(refusalText(answer.refused, "command"));
  }
  return answer as Done<T>;
}
