import assert from "node:assert/strict";
import { readSettings } from "../../src/service/settings.ts";
import { WrongSetting } from "../../src/service/variables.ts";

/** The sentence for the operator about an environment that cannot be used. */
export function complaint(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof WrongSetting) return error.message;
    throw error;
  }
  return assert.fail(`${JSON.stringify(environment)} was accepted`);
}
