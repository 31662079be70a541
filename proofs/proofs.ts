import { cut } from "./cut.ts";
import { kill } from "./kill.ts";
import { races } from "./races.ts";
import { storm } from "./storm.ts";
import type { Proof } from "./proof.ts";

/** All proofs by the names under which they are run, in the order in which they are. */
export const proofs: Readonly<Record<string, Proof>> = {
  kill,
  races,
  cut,
  storm,
};
