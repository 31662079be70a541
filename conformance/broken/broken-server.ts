import { correctBehaviour, type Behaviour } from "../reference/behaviour.ts";
import type { RequirementId } from "../rule.ts";

/** The correct server with one fault. */
export interface BrokenServer {
  /** The fault. */
  readonly name: string;
  /** The requirement that it breaks. The kit has to name it. */
  readonly breaks: RequirementId;
  /** The decisions that are replaced. `this` is the broken server's behaviour. */
  readonly change: Partial<Behaviour> & ThisType<Behaviour>;
}

/** The correct behaviour, for the decisions that are not replaced. */
export const correct = correctBehaviour;

/** The behaviour of a broken server. */
export function behaviourOf({ change }: BrokenServer): Behaviour {
  return { ...correctBehaviour, ...change };
}
