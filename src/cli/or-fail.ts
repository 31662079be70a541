import { isRefused } from "../domain/refusal.ts";
import { refusalSentence, type UseCaseRefusal } from "../usecases/operator/refusal-sentences.ts";
import { CommandFailed } from "./command-context.ts";

/** The value of an operator's use case; a refusal ends the command with exit status 1. */
export function orFail<T extends object>(
  answer: T | { readonly refused: UseCaseRefusal },
): Exclude<T, { readonly refused: UseCaseRefusal }> {
  if (isRefused<UseCaseRefusal>(answer)) {
    throw new CommandFailed(refusalSentence(answer.refused, "command"));
  }
  return answer as Exclude<T, { readonly refused: UseCaseRefusal }>;
}
