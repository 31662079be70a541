import table from "./requirements.json" with { type: "json" };
import type { RequirementId } from "./rule.ts";

/** Every testable sentence of the interface, with its number. */
export const requirements = table.map(({ id, sentence }) => ({ id: requirementId(id), sentence }));

function requirementId(text: string): RequirementId {
  if (!/^R\d+$/.test(text)) throw new Error(`${text} is no requirement's number.`);
  return text as RequirementId;
}
