import type { Argument, Command, Option } from "commander";
import { describeArgument, describeOption } from "./describe-option.ts";

/** The manual page of the whole command line, in the language of `man`, made of the same words as `--help`. */
export function manPage(
  program: Command,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  return [
    `.TH BOOKING 1 "${date}" "booking ${version}" "User Commands"`,
    ".SH NAME",
    "booking \\- run and operate the booking service",
    ".SH SYNOPSIS",
    ".B booking",
    text("COMMAND [OPTIONS] [ARGUMENTS]"),
    ".SH DESCRIPTION",
    text(program.description()),
    text("Data goes to standard output, words about it to standard error."),
    ".SH OPTIONS",
    ...program.options.flatMap(optionLines),
    ".SH COMMANDS",
    ...leavesOf(program, []).flatMap(commandLines),
    ".SH SETTINGS",
    text("Flags of `booking serve` and of the other commands that need the database itself."),
    ...settingsOf(program).flatMap(({ flags, description }) => listed(flags, description)),
    ".SH ENVIRONMENT",
    text("Every setting is a variable; `booking config` prints them, and where each comes from."),
    ".SH FILES",
    ...listed(
      "/etc/booking/booking.env",
      "The settings of the service of the Debian package. Its commands read it too as root and as the user booking, where neither a flag nor DATABASE_URL or BOOKING_SERVER says where they run.",
    ),
    ...listed(
      "/var/lib/booking/booking.db",
      "The database of that service, where its settings name no other.",
    ),
    ".SH EXIT STATUS",
    ".TP\n.B 0\nDone.",
    ".TP\n.B 1\nRefused or failed.",
    ".TP\n.B 2\nWrong usage.",
    "",
  ].join("\n");
}

function settingsOf(program: Command): readonly Option[] {
  const serve = program.commands.find((command) => command.name() === "serve");
  return serve?.options.filter(isSetting) ?? [];
}

/** Of all options, only settings stand under a heading in the help. */
function isSetting(option: Option): boolean {
  return option.helpGroupHeading !== undefined;
}

/** A command without commands of its own, and the words that call it. */
interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

function leavesOf(command: Command, words: readonly string[]): Leaf[] {
  const own = [...words, command.name()];
  if (command.commands.length === 0) return [{ words: own, command }];
  return command.commands.flatMap((child) => leavesOf(child, own));
}

function commandLines({ words, command }: Leaf): string[] {
  const usage = [...words, ...command.registeredArguments.map(argumentUsage)];
  return [
    `.SS ${text(usage.join(" "))}`,
    text(command.description()),
    ...command.registeredArguments.flatMap((argument) =>
      listed(argumentUsage(argument), describeArgument(argument)),
    ),
    ...command.options.flatMap(optionLines),
  ];
}

function argumentUsage(argument: Argument): string {
  const word = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${word}>` : `[${word}]`;
}

function optionLines(option: Option): string[] {
  // A setting stands once, in the section of settings.
  if (option.hidden || isSetting(option)) return [];
  return listed(option.flags, describeOption(option));
}

function listed(term: string, about: string): string[] {
  return [".TP", `.B ${text(term)}`, text(about === "" ? "-" : about)];
}

/** Plain text: no character begins a request or an escape of roff. */
function text(words: string): string {
  return words
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/\s*\n\s*/g, " ")
    .replace(/^(?=['.])/, "\\&");
}
