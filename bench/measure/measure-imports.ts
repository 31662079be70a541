import { join } from "node:path";
import { runCommand } from "../../test/harness/command.ts";
import { estimate, estimateRatio, type Estimate } from "../statistics/estimate.ts";
import { bookingRows } from "../world/booking-rows.ts";
import { catalogueRows } from "../world/catalogue-rows.ts";
import { writeDataFile } from "../world/data-file.ts";
import type { EngineName } from "../world/engines.ts";
import { account, installEmpty } from "../world/installation.ts";
import type { Pace, Stage } from "./stage.ts";

/** The times of `booking import` and of the engine's own bulk load of the same rows. */
export interface Imports {
  readonly engine: EngineName;
  readonly bookings: number;
  /** Seconds of the whole command of the released package, with its start. */
  readonly import: Estimate;
  readonly bulk: Estimate;
  /** The import's speed, divided by the bulk load's. */
  readonly ratio: Estimate;
}

export async function measureImports(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Imports> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const file = join(stage.folder, "data.ndjson");
  writeDataFile(file, world);
  const program = await stage.bundle();
  const imports: number[] = [];
  const bulks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const filled = await engine.create(stage.newName("import"));
    await installEmpty(filled, world);
    const started = performance.now();
    const { status, err } = await runCommand(filled, ["import", account, file], { program });
    imports.push((performance.now() - started) / 1000);
    if (status !== 0) throw new Error(err);
    await engine.drop(filled);

    const bulk = await engine.create(stage.newName("bulk"));
    await installEmpty(bulk, world);
    const tables = [...catalogueRows(world, 1), ...bookingRows(world, 1, Date.now())];
    bulks.push((await engine.fill(bulk, tables, { checked: true })) / 1000);
    await engine.drop(bulk);
  }
  return {
    engine: engineName,
    bookings: world.bookings,
    import: estimate(imports),
    bulk: estimate(bulks),
    ratio: estimateRatio(bulks, imports),
  };
}

const rounds = 3;
