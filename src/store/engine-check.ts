/** The faults that the engine's own check found. */
export interface EngineCheck {
  /** A sentence of the engine for each damage. */
  readonly findings: readonly string[];
  /** The reason why it was not run; null when it was. */
  readonly notRun: string | null;
}
