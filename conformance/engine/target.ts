import type { Credentials, Facts } from "../facts.ts";
import type { Place } from "./send.ts";

/** The implementation under test, with the facts that the kit has about it. */
export interface Target {
  readonly place: Place;
  readonly credentials: Credentials;
  readonly facts: Facts;
}
