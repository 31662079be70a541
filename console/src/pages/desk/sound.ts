import type { OutcomeTone } from "./outcome.ts";

/** Hertz, one after the other: up for a welcome, level for a question, down for a no. */
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

/** Plays what an outcome sounds like. Browsers allow it once somebody has touched the page. */
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
