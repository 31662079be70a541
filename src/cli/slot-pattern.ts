import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { parseDay, parseTimeOfDay } from "../domain/local-time.ts";
import { timesBetween, weekdays, type Weekday } from "../domain/weekly-pattern.ts";
import { addSlotsByPattern } from "../usecases/operator/add-slots-by-pattern.ts";
import { addAccountArgument } from "./account-argument.ts";
import {
  collect,
  oneOf,
  reader,
  readDuration,
  wholeFrom,
  WrongUsage,
} from "../operations/arguments.ts";
import { type CommandContext } from "./command-context.ts";
import { runUseCase } from "./or-fail.ts";
import { addPlaceOptions, placeOf, type PlaceFlags } from "./place-options.ts";
import { addedToJson } from "../operator/api/slots/slot-to-json.ts";
import { addedText } from "./slot-output.ts";

interface PatternFlags extends PlaceFlags {
  readonly from: number;
  readonly to: number;
  readonly days: readonly Weekday[];
  readonly at: readonly number[];
  readonly between?: string;
  readonly every?: number;
  readonly capacity: number;
  readonly dryRun: boolean;
}

const readDay = reader(parseDay, "day: write it like 2030-05-01");
const readTime = reader(parseTimeOfDay, "time of day: write it like 09:30");
const readWeekday = oneOf("day of the week", weekdays);

export function slotPatternCommand(context: CommandContext): Command {
  return addPlaceOptions(addAccountArgument(new Command("pattern")))
    .description("Add slots week after week, by clocks in the campaign's time zone.")
    .requiredOption("--from <day>", "first day, for example 2030-05-01", readDay)
    .requiredOption("--to <day>", "last day, included", readDay)
    .option("--days <days>", `comma list of ${weekdays.join(", ")}`, readWeekdays, [...weekdays])
    .option("--at <time>", "a start, for example 09:30; may be repeated", collect(readTime), [])
    .option("--between <times>", "starts from one time on and before another: 09:00-17:00")
    .option("--every <duration>", "with --between: from one start to the next: 30m", readDuration)
    .requiredOption("--capacity <n>", "how many seats each slot has", wholeFrom(0))
    .option("--dry-run", "only show what would be added", false)
    .addHelpText(
      "after",
      "\nSlots that exist stay as they are. A time that the clock jumps over when it is put forward\n" +
        "is left out and reported; of a time that comes twice, the first counts.\n" +
        "\nExample:\n  booking slot pattern acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --from 2030-05-01 --to 2030-06-30 --days sat,sun --between 10:00-16:00 --every 45m --capacity 8",
    )
    .action(async (name: AccountName, flags: PatternFlags) => {
      const { from, to, days, capacity, dryRun } = flags;
      const { startingAt: _, ...place } = placeOf(flags, 0);
      const pattern = { from, to, weekdays: days, times: timesOf(flags) };
      const answer = await runUseCase(context, (store, audit) =>
        addSlotsByPattern(store, audit, name, { place, pattern, capacity, dryRun }),
      );
      const { skipped, repeated, timezone } = answer;
      context.print(
        { ...addedToJson(answer), skipped, repeated, timezone, dry_run: dryRun },
        addedText(answer, dryRun),
      );
      if (skipped.length > 0) {
        context.say(`Left out, since clocks in ${timezone} jump over it: ${skipped.join(", ")}.`);
      }
      if (repeated.length > 0) {
        context.say(`Shown twice in ${timezone}, the first counts: ${repeated.join(", ")}.`);
      }
    });
}

function readWeekdays(text: string): Weekday[] {
  return text.split(",").map((day) => readWeekday(day.trim().toLowerCase()));
}

function timesOf({ at, between, every }: PatternFlags): number[] {
  if ((between === undefined) !== (every === undefined)) {
    throw new WrongUsage("--between and --every go together.");
  }
  const times = [...at];
  if (between !== undefined && every !== undefined) {
    const [first = "", end = "", ...rest] = between.split("-");
    const step = every / 60_000;
    if (rest.length > 0 || !Number.isInteger(step) || step < 1) {
      throw new WrongUsage("Write --between like 09:00-17:00 and --every in minutes, like 30m.");
    }
    // Midnight at the end of the day can only be an end.
    times.push(...timesBetween(readTime(first), end === "24:00" ? 1440 : readTime(end), step));
  }
  if (times.length === 0) throw new WrongUsage("Say when slots start: --at, or --between.");
  return times;
}
