import type { Command, Option } from "commander";

const repeated = new WeakSet<Option>();

/** Makes an option that may be repeated: its value is the list of what was typed, in order. */
export function makeRepeated(option: Option, read: (text: string) => unknown): Option {
  repeated.add(option);
  return option.argParser((text, earlier?: unknown[]) => [...(earlier ?? []), read(text)]);
}

export function isRepeated(option: Option): boolean {
  return repeated.has(option);
}

/** Refuses every other option that is given twice: one of the values would be lost in silence. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (isRepeated(option)) continue;
    let isGiven = false;
    // A command of commander is an emitter, which its types leave out. This listener stands before the option's own, which
    // reads the value.
    (command as unknown as NodeJS.EventEmitter).prependListener(`option:${option.name()}`, () => {
      if (isGiven) command.error(twiceText(`--${option.name()}`));
      isGiven = true;
    });
  }
}

export function twiceText(flag: string): string {
  return `error: ${flag} is given twice, and takes one value`;
}
