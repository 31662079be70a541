import { Compile } from "typebox/compile";
import type { TString } from "typebox";

/** Whether a text has the form that the contract gives it. */
export function textCheck(schema: TString): (text: string) => boolean {
  const compiled = Compile(schema);
  return (text) => compiled.Check(text);
}
