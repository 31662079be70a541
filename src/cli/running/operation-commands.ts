import { Argument, Command, CommanderError, Option } from "commander";
import type { AccountName } from "../../domain/account.ts";
import { readAccountName, wholeFrom } from "../../operations/machinery/arguments.ts";
import type {
  Ask,
  Command as CommandDefinition,
  Shown,
  Values,
  Operation,
} from "../../operations/machinery/operation.ts";
import { namesAccount } from "../../operations/machinery/operations-of.ts";
import { typedFields, type Field } from "../../operations/machinery/typed-fields.ts";
import { choicesBeside } from "../describe-option.ts";
import { makeRepeated } from "../given-twice.ts";
import { readSheetNow, readText, readWholeNow } from "../input-file.ts";
import type { CommandContext } from "../command-context.ts";
import { asNoun } from "./command-and-noun.ts";
import { nouns } from "./nouns.ts";
import { accountOfThing, askPages } from "./asking.ts";
import { readConcerned } from "./concerned.ts";
import { keyOption, underKey } from "./idempotency-key.ts";
import { readZones, withTypedTimes } from "./one-clock.ts";
import { printStream } from "./print-stream.ts";
import { hasInstants } from "./localise-answer.ts";
import { printAnswer } from "./print-answer.ts";
import { noteOperation, runsOnServer } from "./runs-on-server.ts";
import { openUpload } from "./upload.ts";

/** Adds the commands of operations below their nouns. */
export function addOperations(
  context: CommandContext,
  program: Command,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    const { command } = operation;
    if (command === undefined) continue;
    const words = command.words.split(" ");
    const verb = words.pop() ?? "";
    const noun = words.reduce(below, program);
    noun.addCommand(commandOf(context, operation, command, verb));
  }
}

function below(parent: Command, noun: string): Command {
  const known = parent.commands.find((each) => each.name() === noun);
  if (known !== undefined) return runsOnServer(known) ? asNoun(known) : known;
  const description = nouns[noun];
  if (description === undefined) throw new Error(`The noun ${noun} has no description.`);
  const made = new Command(noun).description(description);
  parent.addCommand(made);
  return made;
}

function commandOf<A>(
  context: CommandContext,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
  verb: string,
): Command {
  const command = new Command(verb).description(definition.about ?? operation.summary);
  noteOperation(command);
  const fields = typedFields(operation, definition);
  const readAccount = takeAccount(command, operation, definition);
  const { positional = [] } = definition;
  const ordered = positional.map(
    (name) => fields.find((field) => field.name === name) ?? missing(name),
  );
  for (const field of ordered) command.addArgument(argumentOf(field));
  const sentFile = definition.file ?? definition.upload?.about;
  if (sentFile !== undefined) command.argument("<file>", sentFile);
  const flagged = fields.filter(({ name }) => !positional.includes(name));
  const flags = flagged.map((field) => addFlag(command, field, definition.limit));
  if (operation.writes) command.addOption(keyOption());
  for (const each of definition.prints ?? []) addPrintingFlag(context, command, each);
  const example = `\nExample:\n  booking ${definition.words}${definition.example === "" ? "" : ` ${definition.example}`}`;
  const notes = definition.notes === undefined ? "" : `\n${definition.notes}\n`;
  return command.addHelpText("after", notes + example).action(async () => {
    const options = command.opts<Record<string, unknown>>();
    const words: unknown[] = [...command.processedArgs];
    const account = readAccount(words, options);
    const path = sentFile === undefined ? "" : String(words.pop());
    const values: Record<string, unknown> = {};
    for (const [index, { name, byDefault }] of ordered.entries()) {
      values[name] = words[words.length - ordered.length + index] ?? byDefault;
    }
    for (const [index, { name, byDefault }] of flagged.entries()) {
      values[name] = options[flags[index] ?? ""] ?? byDefault;
    }
    const key = options["idempotencyKey"];
    const typed = { ...values, ...account, ...(key !== undefined && { idempotency_key: key }) };
    const isStream = definition.stream !== undefined && (definition.streams?.(typed) ?? true);
    if (isStream) await printStream(context, definition, typed);
    else await run(context, operation, definition, typed, path);
  });
}

function missing(name: string): never {
  throw new Error(`No field is called ${name}.`);
}

/** Lets a command name its account where it is about one; returns how to read the name. */
function takeAccount<A>(
  command: Command,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
) {
  const ofThing = definition.accounts !== undefined;
  if (!namesAccount(operation)) return () => ({});
  if (!ofThing) {
    const word = definition.accountFlag === true ? "[account]" : "<account>";
    command.argument(word, "tenant/environment, for example acme/production", readAccountName);
  }
  if (definition.accountFlag === true) {
    const about = "needed when the id exists in several accounts";
    const option = new Option("--account <account>", about).argParser(readAccountName);
    command.addOption(ofThing ? option : option.hideHelp());
  }
  return (words: unknown[], { account }: Record<string, unknown>): Partial<AccountName> => {
    const name = ofThing ? account : (words[0] ?? account);
    if (name === undefined && !ofThing) {
      command.error("error: missing required argument 'account'");
    }
    return name ?? {};
  };
}

function argumentOf({ name, about, isRequired, isList, read, choices }: Field): Argument {
  const word = isList ? `${name}...` : name;
  const argument = new Argument(isRequired ? `<${word}>` : `[${word}]`, about).argParser(read);
  if (choices !== null) choicesBeside.set(argument, choices);
  return argument;
}

/** Adds the flag of a field, and returns the name of its value among the options. */
function addFlag(command: Command, field: Field, limit: number | undefined): string {
  const { flag, alias, shown, about, isList, isRequired, read, choices } = field;
  const written = (word: string) => (shown === null ? `--${word}` : `--${word} <${shown}>`);
  const option = new Option(written(flag), about);
  if (choices !== null) choicesBeside.set(option, choices);
  if (isRequired) option.makeOptionMandatory();
  if (isList) makeRepeated(option, read);
  else if (field.name === "limit") option.argParser(wholeFrom(1)).default(limit);
  else if (field.isOfFile) option.argParser((path) => read(readWholeNow(path)));
  else if (shown !== null) option.argParser(read);
  command.addOption(option);
  const key = option.attributeName();
  if (alias !== null) {
    const hidden = new Option(written(alias), about).hideHelp();
    command.addOption(isList ? makeRepeated(hidden, read) : hidden);
    command.on(`option:${alias}`, (text: string) => {
      const value = isList
        ? [...((command.opts()[key] as unknown[]) ?? []), read(text)]
        : read(text);
      command.setOptionValueWithSource(key, value, "cli");
    });
  }
  return key;
}

async function run<A>(
  context: CommandContext,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
  typed: Values,
  path: string,
): Promise<void> {
  const body = definition.file === undefined ? undefined : await readText(context, path);
  const isPlain = context.json || definition.jsonLines === true || typed["csv"] === true;
  const { answer, isMore, also, timed, zones, concerned } = await context.withOperations(
    async (anyAsk) => {
      const ask = underKey(anyAsk, typed);
      const instants = await withTypedTimes(context, ask, definition, typed);
      const sent = (await definition.send?.(instants, ask)) ?? instants;
      const values: Values = { ...(await accountOfThing(ask, definition, sent)), ...sent };
      const found =
        definition.upload === undefined
          ? await answerOf(ask, operation, definition, values, body)
          : await uploaded(context, ask, operation, definition, values, path);
      const ids = isPlain ? [] : (definition.concerns?.(found.answer) ?? []);
      const read = ids.length === 0 ? null : await readConcerned(ask, values, ids);
      const isLocal = !isPlain && !context.utc && hasInstants([found.answer, read]);
      return {
        ...found,
        concerned: read,
        also: (await definition.also?.(ask, found.answer, values)) ?? null,
        timed: { ...found.ofFile, ...instants },
        zones: isLocal ? await readZones(ask, values) : null,
      };
    },
  );
  await printAnswer(context, operation, definition, { answer, values: timed, zones, concerned });
  if (also !== null) context.say(also);
  if (isMore) context.say(`There are more than ${String(typed["limit"])}: raise --limit.`);
}

/** It acts as soon as it is parsed, before missing arguments are refused. */
function addPrintingFlag(
  context: CommandContext,
  command: Command,
  // oxlint-disable-next-line typescript/unbound-method -- it does not read `this`.
  { flag, shown, about, choices, text }: NonNullable<CommandDefinition["prints"]>[number],
): void {
  const option = new Option(`--${flag} <${shown}>`, about);
  command.addOption(choices === undefined ? option : option.choices(choices));
  command.on(`option:${flag}`, (given: string) => {
    const typed = typedBeside(command);
    const file = choices === undefined ? readSheetNow(given) : { text: given, isPart: false };
    context.standardOutput.write(text(file.text, typed, file.isPart));
    throw new CommanderError(0, `booking.${flag}`, "");
  });
}

/** What was typed for a flag, which may not be parsed yet. */
function typedBeside(command: Command): (flag: string) => string | undefined {
  let root = command;
  while (root.parent !== null) root = root.parent;
  // Commander keeps the words of the program that parses them, without declaring it.
  const { rawArgs: words = [] } = root as Command & { readonly rawArgs?: readonly string[] };
  return (flag) => {
    const at = words.findIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
    const [word, next] = at === -1 ? [] : words.slice(at);
    return word?.includes("=") === true ? word.slice(`--${flag}=`.length) : next;
  };
}

interface Found<A> {
  readonly answer: Shown<A>;
  readonly isMore: boolean;
  /** The values that a file's name says. */
  readonly ofFile?: Values;
}

async function uploaded<A>(
  context: CommandContext,
  ask: Ask,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
  typed: Values,
  path: string,
): Promise<Found<A>> {
  const { upload } = definition;
  if (upload === undefined || definition.act === undefined) {
    throw new Error(`booking ${definition.words} sends no file.`);
  }
  const said = Object.entries(typed).filter(([, value]) => value !== undefined);
  const ofFile = upload.ofName(path, typed);
  const values: Values = { ...ofFile, ...Object.fromEntries(said) };
  const to = values[upload.leftOut] ?? null;
  const asked = definition.instead?.(values) ?? operation;
  const { before } = upload;
  const beside = before === undefined ? undefined : values[before.field];
  const begin =
    before !== undefined && typeof beside === "string"
      ? before.read(await readText(context, beside))
      : "";
  await using file = await openUpload(context, asked, values, {
    from: path,
    to: to as string | null,
    begin,
  });
  return { answer: await definition.act(ask, values, file), isMore: false, ofFile };
}

async function answerOf<A>(
  ask: Ask,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
  values: Values,
  file?: string,
): Promise<Found<A>> {
  if (definition.act !== undefined)
    return { answer: await definition.act(ask, values), isMore: false };
  const asked = definition.instead?.(values) ?? operation;
  if (!("cursor" in asked.query.properties)) {
    return { answer: shownOf(await ask(asked, values, file)), isMore: false };
  }
  const limit = Number(values["limit"] ?? Infinity);
  const found = await askPages(ask, asked, definition.pages?.(values) ?? [values], limit);
  return { answer: found.items as Shown<A>, isMore: found.isMore };
}

function shownOf<A>(answer: A): Shown<A> {
  const isList = typeof answer === "object" && answer !== null && "items" in answer;
  return (isList ? answer.items : answer) as Shown<A>;
}
