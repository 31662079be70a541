import type { BrokenServer } from "./broken/broken-server.ts";
import { requirements } from "./requirements.ts";
import type { Rule } from "./rule.ts";
import { unobservable } from "./unobservable.ts";

/** The text with its generated parts replaced. Each part is between two comments that name it. */
export function withLists(
  text: string,
  rules: readonly Rule[],
  servers: readonly BrokenServer[],
): string {
  const parts = {
    rate: `**The kit catches ${servers.length} of ${servers.length} broken servers, each with the right requirement named: 100 %.** It has ${rules.length} rules, and every one of them is red for at least one of these servers.`,
    unobservable: requirements
      .filter(({ id }) => !rules.some((rule) => rule.requirements.includes(id)))
      .map(({ id }) => `- **${id}** ${unobservable[id]}`)
      .join("\n"),
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
