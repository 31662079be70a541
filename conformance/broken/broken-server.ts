import { correctBehaviour, type Behaviour } from "../reference/behaviour.ts";
import type { RequirementId } from "../rule.ts";

/** The correct server with one small thing wrong. */
export interface BrokenServer {
  /** What it does wrong. */
  readonly name: string;
  /** The requirement that it breaks, which the kit has to name. */
  readonly breaks: RequirementId;
  /** The decisions that are replaced. `this` is the broken server's behaviour. */
  readonly change: Partial<Behaviour> & ThisType<Behaviour>;
}

/** What it does where it is not broken. */
export const correct = correctBehaviour;

/** The behaviour of a broken server. */
export function behaviourOf({ change }: BrokenServer): Behaviour {
  return { ...correctBehaviour, ...change };
}
