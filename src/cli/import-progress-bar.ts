import type { SingleBar } from "cli-progress";
import type { ImportProgress } from "../usecases/operator/import-data-file.ts";
import { startProgressBar } from "./progress-bar.ts";

const mebibyte = 1_048_576;

/** Draws the progress of an import on standard error, where that is a terminal. */
export function importProgressBar(
  draws: boolean,
  fileBytes: number | null,
): { readonly show: (progress: ImportProgress) => void; readonly stop: () => void } {
  if (!draws) return { show: () => {}, stop: () => {} };
  let step: ImportProgress["step"] | null = null;
  let bar: SingleBar | null = null;
  return {
    show: (progress) => {
      if (progress.step !== step) {
        bar?.stop();
        step = progress.step;
        const total = progress.step === "writing" ? progress.total : (fileBytes ?? 0);
        bar = startProgressBar(formatOf(step, fileBytes), total);
      }
      bar?.update(progress.done, { mebibytes: Math.round(progress.done / mebibyte) });
    },
    stop: () => bar?.stop(),
  };
}

/** The size of standard input is unknown. */
function formatOf(step: ImportProgress["step"], fileBytes: number | null): string {
  if (step === "writing") return "Writing {bar} {percentage}%";
  return fileBytes === null ? "Reading {mebibytes} MiB" : "Reading {bar} {percentage}%";
}
