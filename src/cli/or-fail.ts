import { isRefused } from "../domain/refusal.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import { refusalText } from "../operations/problems.ts";
import type { UseCaseRefusal } from "../operations/refusals.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

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

/** Runs one use case of an operator's on the database; a refusal ends the command. */
export function runUseCase<T extends object>(
  context: CommandContext,
  useCase: (store: Store, audit: AuditContext) => Promise<T | { readonly refused: UseCaseRefusal }>,
): Promise<Done<T>> {
  return context.withStore(async (store) => orFail(await useCase(store, context.audit())));
}
