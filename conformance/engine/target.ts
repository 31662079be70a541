import type { Credentials, Facts } from "../facts.ts";
import type { Place } from "./send.ts";

/** The implementation under test, and what the kit is told about it. */
export interface Target {
  readonly place: Place;
  readonly credentials: Credentials;
  readonly facts: Facts;
}
