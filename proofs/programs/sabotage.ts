import { proofMutants } from "../mutants/proof-mutants.ts";
import type { Proof } from "../running/proof.ts";
import { proveMutants } from "./mutants.ts";

/** Runs each proof once against a service that is broken in the way the proof looks for. */
export const sabotage: Proof = {
  promises: ["every promise"],
  what: "each proof is red on a service that is broken in the way it looks for, and green on the sound one",
  goal: `${proofMutants.length} of ${proofMutants.length} caught`,
  unit: "variants",
  engines: ["sqlite"],
  usual: proofMutants.length,
  full: proofMutants.length,
  shows: ["caught"],
  prove: (order) => proveMutants(proofMutants, order),
};
