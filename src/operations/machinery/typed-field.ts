/** How a field is typed. What is absent follows from the field's name and its schema. */
export interface TypedField {
  /** Its flag, without dashes. */
  readonly flag?: string;
  /** An older flag, which the help leaves out. */
  readonly alias?: string;
  /** The word for its value in the help. */
  readonly shown?: string;
  readonly about?: string;
  /** The noun of a choice, for the sentence about a wrong one. */
  readonly noun?: string;
  /** Reads the value that is sent. Throws `WrongUsage`. */
  readonly read?: (text: string) => unknown;
  /** Whether the flag may be left out although the field may not. */
  readonly optional?: true;
  /** Sent where it is left out. */
  readonly byDefault?: unknown;
  /** The flag names a file, whose text is the value. */
  readonly ofFile?: true;
}
