import type { Argument, Option } from "commander";

/** What may follow an option or stand for an argument, where its own words say that and not its choices. */
export const choicesBeside = new WeakMap<Option | Argument, readonly string[]>();

/** All that may follow an option or stand for an argument. */
export function choicesOf(one: Option | Argument): readonly string[] {
  return one.argChoices ?? choicesBeside.get(one) ?? [];
}

/** An option's line of `--help`: what it is for, whether it is required, its choices and default. */
export function describeOption(option: Option): string {
  return withFacts(option.description, [
    ...(option.mandatory ? ["required"] : []),
    ...factsOf(option),
  ]);
}

export function describeArgument(argument: Argument): string {
  return withFacts(argument.description, factsOf(argument));
}

function factsOf({ argChoices, defaultValue }: Pick<Option, "argChoices" | "defaultValue">) {
  const shown = shownDefault(defaultValue);
  return [
    ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(", ")}`]),
    ...(shown === "" ? [] : [`default: ${shown}`]),
  ];
}

/** Nothing for the values by which a command knows that something was left out. */
function shownDefault(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}

function withFacts(description: string, facts: readonly string[]): string {
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`.trim();
}
