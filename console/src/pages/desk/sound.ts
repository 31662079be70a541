import type { OutcomeTone } from "./outcome.ts";

/** Frequencies in hertz, in order: rising for a check-in, level for a question, falling for a refusal. */
const melodies: Readonly<Record<OutcomeTone, readonly number[]>> = {
  wait: [],
  unsent: [550],
  good: [660, 990],
  known: [660, 660],
  ask: [550, 550, 550],
  stop: [330, 220],
  fault: [220, 220],
};

const noteSeconds = 0.11;
let context: AudioContext | null = null;

/** Plays an outcome's melody. Browsers allow sound only after the page was clicked or a key pressed. */
export function play(tone: OutcomeTone): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, frequency] of melodies[tone].entries()) {
    const from = start + index * noteSeconds;
    const note = context.createOscillator();
    const loudness = context.createGain();
    note.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.15, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + noteSeconds);
    note.connect(loudness).connect(context.destination);
    note.start(from);
    note.stop(from + noteSeconds);
  }
}
