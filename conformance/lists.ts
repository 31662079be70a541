import type { BrokenServer } from "./broken/broken-server.ts";
import { requirements } from "./requirements.ts";
import type { Rule } from "./rule.ts";
import { unobservable } from "./unobservable.ts";

/** The requirements, each with its rules or the reason why there are none, as a Markdown list. */
export function requirementsList(rules: readonly Rule[]): string {
  const items = requirements.map(({ id, sentence }) => {
    const naming = rules.filter((rule) => rule.requirements.includes(id));
    const names = naming.map((rule) => `\`${rule.name}\`${needsOf(rule)}`).join(", ");
    return `- **${id}** “${plain(sentence)}” ${names === "" ? `_${unobservable[id]}_` : names}`;
  });
  return items.join("\n");
}

/** The broken servers by the requirement that each breaks, as a Markdown list. */
export function brokenServersList(servers: readonly BrokenServer[]): string {
  return requirements
    .map(({ id }) => ({ id, found: servers.filter(({ breaks }) => breaks === id) }))
    .filter(({ found }) => found.length > 0)
    .map(({ id, found }) => `- **${id}** ${found.map(({ name }) => plain(name)).join("; ")}`)
    .join("\n");
}

function needsOf({ needs }: Rule): string {
  return needs === undefined ? "" : ` (${needs.join(", ")})`;
}

function plain(text: string): string {
  return text.replaceAll(/[<_*[\]]/g, "\\$&");
}
