import { Argument, Command } from "commander";
import type { CommandContext } from "./command-context.ts";

const shells = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Record<string, (entries: readonly Entry[]) => string>;

export function completionCommand(context: CommandContext): Command {
  return new Command("completion")
    .description("Print a script that completes commands and flags in a shell.")
    .addArgument(new Argument("<shell>").choices(Object.keys(shells)))
    .addHelpText("after", '\nExample:\n  eval "$(booking completion bash)"')
    .action((shell: keyof typeof shells, _flags: object, command: Command) => {
      const script = shells[shell](entriesOf(command.parent ?? command, []));
      context.print({ shell, script }, script);
    });
}

/** The words and flags that may follow a chain of command words. */
interface Entry {
  readonly words: readonly string[];
  readonly next: readonly string[];
}

function entriesOf(command: Command, words: readonly string[]): Entry[] {
  const flags = command.options.flatMap(({ long }) => (long == null ? [] : [long]));
  const below = command.commands.map((child) => child.name());
  return [
    { words, next: [...below, ...flags, "--json", "--help"] },
    ...command.commands.flatMap((child) => entriesOf(child, [...words, child.name()])),
  ];
}

/** The words before the cursor, without flags, select the entry. */
function bashScript(entries: readonly Entry[]): string {
  return [
    "_booking() {",
    '  local words="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) ;; *) words="$words $word" ;; esac',
    "  done",
    '  local next=""',
    '  case "$words" in',
    // The longest chains first, so that `account host` wins over `account`.
    ...entries
      .toSorted((one, other) => other.words.length - one.words.length)
      .map(
        ({ words, next }) =>
          `    "${words.map((word) => ` ${word}`).join("")}"*) next="${next.join(" ")}" ;;`,
      ),
    "  esac",
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    "complete -o default -F _booking booking",
  ].join("\n");
}

function zshScript(entries: readonly Entry[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(entries)}`;
}

function fishScript(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ words, next }) => {
      const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
      const condition = seen.length === 0 ? "__fish_use_subcommand" : seen.join("; and ");
      return next.map((word) =>
        word.startsWith("--")
          ? `complete -c booking -n '${condition}' -l ${word.slice(2)}`
          : `complete -c booking -f -n '${condition}' -a ${word}`,
      );
    })
    .join("\n");
}
