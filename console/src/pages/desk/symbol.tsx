import type { OutcomeSymbol } from "./outcome.ts";

interface Shape {
  readonly frame: string;
  readonly sign: string;
}

const disc = "M24 3a21 21 0 1 0 0 42a21 21 0 1 0 0-42z";
const square = "M10 4h28a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z";
const question = "M19 19a5 5 0 1 1 7 5c-2 1-2 2-2 4M24 33.5v.5";

const shapes: Readonly<Record<OutcomeSymbol, Shape>> = {
  dots: { frame: disc, sign: "M14 24v.5M24 24v.5M34 24v.5" },
  tick: { frame: disc, sign: "M14 25l7 7 13-15" },
  "two ticks": { frame: square, sign: "M10 25l6 6 11-13M24 30l1 1 12-13" },
  // A lozenge.
  question: { frame: "M24 2L46 24 24 46 2 24z", sign: question },
  // An octagon, as where traffic has to stop.
  cross: { frame: "M15 3h18l12 12v18L33 45H15L3 33V15z", sign: "M16 16l16 16M32 16L16 32" },
  hourglass: { frame: square, sign: "M15 11h18M15 37h18M17 11l14 26M31 11L17 37" },
  clock: { frame: disc, sign: "M24 12v12l8 6" },
  unknown: { frame: square, sign: question },
  back: { frame: disc, sign: "M20 14l-7 7 7 7M14 21h13a7 7 0 0 1 0 14h-4" },
  // A triangle.
  alarm: { frame: "M24 3L46 43H2z", sign: "M24 18v12M24 36v.5" },
};

export function Symbol({ of }: { readonly of: OutcomeSymbol }) {
  const { frame, sign } = shapes[of];
  return (
    <svg className="desk-symbol" viewBox="0 0 48 48" aria-hidden="true">
      <path className="desk-symbol-frame" d={frame} />
      <path className="desk-symbol-sign" d={sign} />
    </svg>
  );
}
