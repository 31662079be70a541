import { Presets, SingleBar } from "cli-progress";
import type { ImportProgress } from "../usecases/operator/import-data-file.ts";

/** Draws how far an import is, on standard error, where that is a terminal. */
export function importProgressBar(
  draws: boolean,
  fileBytes: number | null,
): { readonly show: (progress: ImportProgress) => void; readonly stop: () => void } {
  if (!draws) return { show: () => {}, stop: () => {} };
  const bar = new SingleBar(
    { format: "{step} {bar} {percentage}%", hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  let step: ImportProgress["step"] | null = null;
  return {
    show: (progress) => {
      // Of standard input nobody knows the end; the bar then waits at its start.
      const total = progress.step === "writing" ? progress.total : (fileBytes ?? 0);
      if (progress.step !== step) {
        step = progress.step;
        bar.start(total, 0, { step: step === "reading" ? "Reading" : "Writing" });
      }
      bar.update(progress.done);
    },
    stop: () => bar.stop(),
  };
}
