/** An operation had no answer over the operator API: its service is away, or the connection broke. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** Whether the service may have received it. */
  readonly wasSent: boolean;
  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}
