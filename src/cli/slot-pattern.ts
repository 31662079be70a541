import { Command } from "commander";
import { parseDay, parseTimeOfDay } from "../domain/local-time.ts";
import { timesBetween, weekdays, type Weekday } from "../domain/weekly-pattern.ts";
import { addSlotsByPattern } from "../usecases/operator/add-slots-by-pattern.ts";
import { collect, readAccountName, readDuration, readWhole } from "./arguments.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { addedToJson } from "../operator/api/slots/slot-to-json.ts";
import { addedText } from "./slot-output.ts";

interface PatternFlags {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly from: string;
  readonly to: string;
  readonly days: string;
  readonly at: string[];
  readonly between?: string;
  readonly every?: string;
  readonly capacity: string;
  readonly dryRun?: boolean;
}

export function slotPatternCommand(context: CommandContext): Command {
  return new Command("pattern")
    .description("Add slots week after week, by clocks in the campaign's time zone.")
    .argument("<account>", "tenant/environment")
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>")
    .option("--host <id>", "where the activity offers a choice of hosts")
    .requiredOption("--from <day>", "first day, for example 2030-05-01")
    .requiredOption("--to <day>", "last day, included")
    .option("--days <days>", `comma list of ${weekdays.join(", ")}`, weekdays.join(","))
    .option("--at <time>", "a start, for example 09:30; may be repeated", collect, [])
    .option("--between <times>", "starts from one time on and before another: 09:00-17:00")
    .option("--every <duration>", "with --between: from one start to the next, for example 30m")
    .requiredOption("--capacity <n>", "how many seats each slot has")
    .option("--dry-run", "only tell what would be added")
    .addHelpText(
      "after",
      "\nSlots that exist stay as they are. A time that the clock jumps over when it is put forward\n" +
        "is left out and told; of one that it shows twice the first counts.\n" +
        "\nExample:\n  booking slot pattern acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --from 2030-05-01 --to 2030-06-30 --days sat,sun --between 10:00-16:00 --every 45m --capacity 8",
    )
    .action(async (text: string, flags: PatternFlags) => {
      const name = readAccountName(text);
      const dryRun = flags.dryRun ?? false;
      const order = {
        place: {
          publicKey: flags.interaction,
          activityId: flags.activity,
          hostId: flags.host ?? null,
        },
        pattern: {
          from: readDay(flags.from),
          to: readDay(flags.to),
          weekdays: readWeekdays(flags.days),
          times: readTimes(flags),
        },
        capacity: readWhole(flags.capacity, 0),
        dryRun,
      };
      const answer = await context.withStore(async (store) =>
        orFail(await addSlotsByPattern(store, context.audit(), name, order)),
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

function readDay(text: string): number {
  const day = parseDay(text);
  if (day !== null) return day;
  throw new WrongUsage(`${JSON.stringify(text)} is no day: write it like 2030-05-01.`);
}

function readWeekdays(text: string): Weekday[] {
  return text.split(",").map((given) => {
    const known = weekdays.find((day) => day === given.trim().toLowerCase());
    if (known !== undefined) return known;
    throw new WrongUsage(`${JSON.stringify(given)} is no day of the week: ${weekdays.join(", ")}.`);
  });
}

function readTimes({ at, between, every }: PatternFlags): number[] {
  if ((between === undefined) !== (every === undefined)) {
    throw new WrongUsage("--between and --every go together.");
  }
  const times = at.map(readTime);
  if (between !== undefined && every !== undefined) {
    const [first = "", end = "", ...rest] = between.split("-");
    const step = readDuration(every) / 60_000;
    if (rest.length > 0 || !Number.isInteger(step) || step < 1) {
      throw new WrongUsage("Write --between like 09:00-17:00 and --every in minutes, like 30m.");
    }
    // Midnight at the end of the day can only be an end.
    times.push(...timesBetween(readTime(first), end === "24:00" ? 1440 : readTime(end), step));
  }
  if (times.length === 0) throw new WrongUsage("Say when slots start: --at, or --between.");
  return times;
}

function readTime(text: string): number {
  const minutes = parseTimeOfDay(text);
  if (minutes !== null) return minutes;
  throw new WrongUsage(`${JSON.stringify(text)} is no time of day: write it like 09:30.`);
}
