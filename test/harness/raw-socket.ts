import { connect, type Socket } from "node:net";

/** One HTTP answer as received. */
export interface RawAnswer {
  readonly status: number;
  /** Every value of every header, by its name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  readonly json: any;
}

const patienceMs = 60_000;
/** Longer than the service allows any connection to be silent. */
const silentMs = 60_000;

/** A connection on which a test writes any bytes and reads the answers one by one, without any correction. */
export class RawConnection implements Disposable {
  readonly #baseUrl: string;
  readonly #socket: Socket;
  /** Joined when somebody reads them: joining megabytes at each piece costs seconds of processor time. */
  #pieces: Buffer[] = [];
  #ended = false;
  #changed = Promise.withResolvers<void>();

  private constructor(baseUrl: string, socket: Socket) {
    this.#baseUrl = baseUrl;
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#pieces.push(chunk);
      this.#wake();
    });
    for (const event of ["end", "error", "close"]) {
      socket.on(event, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  static async open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection = new RawConnection(baseUrl, socket);
    await new Promise((resolve, reject) => socket.on("connect", resolve).on("error", reject));
    return connection;
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** Ends the writing side; the reading side stays open. */
  finishWriting(): void {
    this.#socket.end();
  }

  /** Stops reading, so that answers collect on the service's side. */
  stopReading(): void {
    this.#socket.pause();
  }

  startReading(): void {
    this.#socket.resume();
  }

  /** The next answer. An answer to HEAD announces a body that is not sent. */
  async answer({ toHead = false } = {}): Promise<RawAnswer> {
    const answer = await this.#until(() => this.#takeAnswer(toHead));
    if (answer !== null) return answer;
    throw new Error(`No whole answer came: ${JSON.stringify(this.#received.toString())}`);
  }

  /** Waits until the service ends the connection; false when it has not done so in time. */
  async endedWithin(timeoutMs: number): Promise<boolean> {
    return (await this.#until(() => (this.#ended ? true : null), timeoutMs)) ?? false;
  }

  /**
   * Waits until the service ends the connection; false when it first ends a connection that is opened now and
   * sends nothing, which happens after some seconds. The comparison makes the result independent of the
   * machine's speed.
   */
  async endsAtOnce(): Promise<boolean> {
    using silent = await RawConnection.open(this.#baseUrl);
    return await Promise.race([
      this.endedWithin(silentMs),
      silent.endedWithin(silentMs).then(() => false),
    ]);
  }

  /** The bytes that arrived after the last answer. */
  get rest(): string {
    return this.#received.toString();
  }

  /** Ends the connection by a reset: a caller whose process or network is gone. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  get #received(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0]!;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #until<T>(look: () => T | null, timeoutMs = patienceMs): Promise<T | null> {
    const timeout = Promise.withResolvers<"late">();
    const timer = setTimeout(() => timeout.resolve("late"), timeoutMs);
    try {
      for (;;) {
        const found = look();
        if (found !== null || this.#ended) return found;
        const event = await Promise.race([this.#changed.promise, timeout.promise]);
        if (event === "late") return look();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #takeAnswer(toHead: boolean): RawAnswer | null {
    const received = this.#received;
    const headEnd = received.indexOf("\r\n\r\n");
    if (headEnd === -1) return null;
    const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
    const headers = readHeaders(lines);
    const length = toHead ? 0 : Number(headers.get("content-length")?.[0] ?? 0);
    const end = headEnd + 4 + length;
    if (received.length < end) return null;
    const text = received.toString("utf8", headEnd + 4, end);
    this.#pieces = [received.subarray(end)];
    return { status: Number(statusLine.split(" ")[1]), headers, text, json: parse(text) };
  }
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
