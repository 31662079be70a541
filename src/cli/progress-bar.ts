import { Presets, SingleBar } from "cli-progress";

/** Starts a progress bar on standard error; it is wiped away when it stops. */
export function startProgressBar(format: string, total: number): SingleBar {
  const bar = new SingleBar(
    { format, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return bar;
}
