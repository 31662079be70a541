import { Argument, Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import { choicesOf } from "./describe-option.ts";

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
      const script = completionScript(shell, command.parent ?? command);
      context.print({ shell, script }, script);
    });
}

export function completionScript(shell: keyof typeof shells, program: Command): string {
  return shells[shell](entriesOf(program, []));
}

/** The words and flags that may follow a chain of command words, and the choices of those flags that have some. */
interface Entry {
  readonly words: readonly string[];
  readonly next: readonly string[];
  readonly choices: readonly { readonly flag: string; readonly words: readonly string[] }[];
}

function entriesOf(command: Command, words: readonly string[]): Entry[] {
  const flags = command.options.flatMap(({ long, hidden }) =>
    long == null || hidden ? [] : [long],
  );
  const below = command.commands.map((child) => child.name());
  const typed = command.registeredArguments.flatMap(choicesOf);
  const choices = command.options.flatMap((option) => {
    const known = choicesOf(option);
    return option.long == null || known.length === 0 ? [] : [{ flag: option.long, words: known }];
  });
  return [
    { words, next: [...below, ...typed, ...flags, "--json", "--help"], choices },
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
        ({ words, next, choices }) =>
          `    "${words.map((word) => ` ${word}`).join("")}"*) next="${next.join(" ")}"${bashChoices(choices)} ;;`,
      ),
    "  esac",
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    "complete -o default -F _booking booking",
  ].join("\n");
}

/** After a flag with choices, these alone. */
function bashChoices(choices: Entry["choices"]): string {
  if (choices.length === 0) return "";
  const cases = choices.map(({ flag, words }) => `${flag}) next="${words.join(" ")}" ;;`);
  return `\n      case "\${COMP_WORDS[COMP_CWORD-1]}" in ${cases.join(" ")} esac`;
}

function zshScript(entries: readonly Entry[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(entries)}`;
}

function fishScript(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ words, next, choices }) => {
      const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
      const condition = seen.length === 0 ? "__fish_use_subcommand" : seen.join("; and ");
      return next.map((word) =>
        word.startsWith("--")
          ? `complete -c booking -n '${condition}' -l ${word.slice(2)}${fishChoices(choices, word)}`
          : `complete -c booking -f -n '${condition}' -a ${word}`,
      );
    })
    .join("\n");
}

function fishChoices(choices: Entry["choices"], word: string): string {
  const known = choices.find(({ flag }) => flag === word);
  return known === undefined ? "" : ` -x -a '${known.words.join(" ")}'`;
}
